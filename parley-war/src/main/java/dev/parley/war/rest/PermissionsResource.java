package dev.parley.war.rest;

import dev.parley.id.PermissionId;
import dev.parley.permission.PermissionAnswer;
import dev.parley.war.login.Login;
import dev.parley.war.wire.WireEnum;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;

/** The answers of people to permission requests; the open ones are in the list of what waits. */
@Path("/api/permissions/{id}")
public final class PermissionsResource {
  private static final WireEnum<PermissionAnswer> ANSWER =
      WireEnum.of(PermissionAnswer::wireName, PermissionAnswer.ALLOW, PermissionAnswer.DENY);

  private final HttpServletRequest request;

  /** Made for each request. */
  public PermissionsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Answers a request as the person. */
  @POST
  public Response answer(@PathParam("id") String id, InputStream in) throws IOException {
    PermissionId named = RequestParams.value("id", id, PermissionId::new);
    PermissionAnswer answer = JsonBody.read(in, "answer").value("answer", ANSWER::read);
    Login.of(request).connection().permissions().answer(named, answer);
    return JsonResponses.nothing();
  }
}

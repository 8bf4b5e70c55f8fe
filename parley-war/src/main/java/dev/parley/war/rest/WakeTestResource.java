package dev.parley.war.rest;

import dev.parley.id.AgentId;
import dev.parley.problem.TextLimits;
import dev.parley.war.login.Login;
import dev.parley.war.view.WakeTestView;
import dev.parley.war.wake.WakeTests;
import dev.parley.war.wire.Arguments;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Tests whether a message reaches the model of an agent. No thread waits for the answer. */
@Path("/api/agents/{agent}/wake-test")
public final class WakeTestResource {
  private static final String TIMEOUT = "timeoutMs";

  private final HttpServletRequest request;

  /** Made for each request. */
  public WakeTestResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Answers when the model has echoed the nonce, or when the time is over. */
  @POST
  public void test(
      @PathParam("agent") String agent, InputStream in, @Suspended AsyncResponse answer)
      throws IOException {
    Login login = Login.of(request);
    AgentId tested = RequestParams.value("agent", agent, AgentId::of);
    Arguments fields = JsonBody.read(in, TIMEOUT);
    Duration patience =
        fields.integer(TIMEOUT).map(WakeTestResource::patience).orElse(WakeTests.DEFAULT_PATIENCE);
    var unused =
        Web.of(request.getServletContext())
            .tests()
            .test(login.connection(), tested, patience)
            .whenComplete(
                (result, failure) -> {
                  if (failure == null) {
                    answer.resume(JsonResponses.ok(WakeTestView.of(result)));
                  } else {
                    answer.resume(failure);
                  }
                });
  }

  private static Duration patience(long millis) {
    return Duration.ofMillis(
        TextLimits.range(
            TIMEOUT, millis, WakeTests.MIN_PATIENCE.toMillis(), WakeTests.MAX_PATIENCE.toMillis()));
  }
}

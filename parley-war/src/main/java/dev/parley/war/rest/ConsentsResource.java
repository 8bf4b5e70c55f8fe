package dev.parley.war.rest;

import dev.parley.audit.AuditAction;
import dev.parley.credential.Credential;
import dev.parley.credential.Scope;
import dev.parley.id.CredentialId;
import dev.parley.id.WorkspaceId;
import dev.parley.oauth.Authorizations;
import dev.parley.oauth.Consent;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.login.Login;
import dev.parley.war.view.ConsentView;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;

/** The OAuth clients that the person who asks allowed something, and the end of it. */
@Path("/api/consents")
public final class ConsentsResource {
  private final HttpServletRequest request;

  /** Made for each request. */
  public ConsentsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Returns what the person allows clients now. */
  @GET
  public Response list() {
    ItemList items = ItemList.of(request);
    List<Consent> own = own(Login.of(request));
    boolean isCut = items.addFromFirst(own, ConsentView::of).size() < own.size();
    return items.answer(null, isCut);
  }

  private List<Consent> own(Login login) {
    return authorizations().consents(login.name().value()).stream()
        .filter(consent -> isSeen(login, consent.credential()))
        .toList();
  }

  /** A person of the same name in another workspace is another person. */
  private static boolean isSeen(Login login, Credential credential) {
    Optional<WorkspaceId> own = login.grant().workspace();
    return own.isEmpty() || own.get().equals(credential.properties().workspace());
  }

  /** Ends what the person allowed a client. */
  @DELETE
  @Path("/{id}")
  public Response end(@PathParam("id") String id) {
    Login login = Login.of(request);
    CredentialId known = RequestParams.value("consent", id, CredentialId::new);
    Credential ended =
        own(login).stream()
            .filter(consent -> consent.credential().id().equals(known))
            .findFirst()
            .flatMap(consent -> authorizations().end(known, login.name().value()))
            .orElseThrow(() -> RequestParams.notFound("consent"));
    AccessAudit.done(
        request,
        ended.properties().workspace(),
        AuditAction.CREDENTIAL_REVOKE,
        "credential "
            + ended.id()
            + " by the person who allowed it: "
            + ended.properties().role().wireName()
            + " "
            + ended.properties().names()
            + " with "
            + Scope.names(ended.properties().scopes()));
    return JsonResponses.nothing();
  }

  private Authorizations authorizations() {
    return Web.of(request.getServletContext()).parley().authorizations();
  }
}

package dev.parley.war.mcp;

import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.grant.Grant;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.http.RequestHeaders;
import dev.parley.war.wake.UrgentPolicy;
import dev.parley.war.wire.ErrorAnswer;
import dev.parley.war.wire.Json;
import dev.parley.war.wire.McpError;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The request {@code initialize}: it names an agent, and begins a session or is refused. */
final class Initialization {
  /**
   * The query parameter that chooses tool sets. It counts where a session opens, and only there.
   */
  private static final String TOOLS = "tools";

  private final Deployment deployment;
  private final HttpServletRequest http;
  private final McpEndpoint endpoint;
  private final String path;
  private final Grant grant;

  /** One that was posted to {@code endpoint}, whose path below the context is {@code path}. */
  Initialization(
      Deployment deployment,
      HttpServletRequest http,
      McpEndpoint endpoint,
      String path,
      Grant grant) {
    this.grant = grant;
    this.deployment = deployment;
    this.http = http;
    this.endpoint = endpoint;
    this.path = path;
  }

  WholeAnswer answer(JSONRPCRequest request) {
    McpStreamableServerSession.Factory server;
    try {
      server = endpoint.server(http.getParameter(TOOLS));
    } catch (ParleyException noSuchTools) {
      return WholeAnswer.of(400, ErrorAnswer.of(noSuchTools.problem(), request.id()));
    }
    InitializeRequest asked;
    ConnectOptions who;
    UrgentPolicy urgent;
    try {
      asked = Json.mapper().convertValue(request.params(), InitializeRequest.class);
      if (asked == null) {
        return WholeAnswer.of(McpError.INVALID_PARAMS, request.id());
      }
      who = introduction();
      urgent = IdentityHeaders.urgent(this::header);
    } catch (IdentityHeaders.Refused unusable) {
      unusable.forbidden().ifPresent(code -> AccessAudit.refused(http, "initialize", code));
      return WholeAnswer.of(200, unusable.answer(request.id()));
    } catch (IllegalArgumentException | ParleyException unusable) {
      return WholeAnswer.of(McpError.INVALID_PARAMS, request.id());
    }
    SessionQuota quota = deployment.quota();
    String owner = RequestGrant.owner(http);
    Optional<InitializeRefusal> full =
        quota.begin(owner, Json.bytes(Objects.requireNonNull(request.params())).length);
    if (full.isPresent()) {
      return refused(full.get(), request.id());
    }
    McpEndpoint.Opened opened;
    try {
      Connection connection = deployment.parley().connect(who);
      opened = endpoint.open(server, asked, connection, address(), grant.credential(), urgent);
    } catch (ParleyException refused) {
      quota.end(owner);
      if (refused.problem().code() == ProblemCode.NAME_RESERVED) {
        String name = who.agent().map(AgentId::value).orElse("");
        return WholeAnswer.of(200, IdentityHeaders.taken(name, refused).answer(request.id()));
      }
      return refused(InitializeRefusal.of(refused.problem()), request.id());
    } catch (RuntimeException fault) {
      quota.end(owner);
      throw fault;
    }
    opened.session().onEnd(() -> quota.end(owner));
    begin(opened.session(), asked, urgent);
    Object result = PermissionRelay.declaredIn(opened.result(), grant);
    JSONRPCResponse answer = new JSONRPCResponse("2.0", request.id(), result, null);
    return WholeAnswer.of(200, Json.bytes(answer))
        .with(McpHeaders.SESSION_ID, opened.session().id());
  }

  private void begin(McpSession session, InitializeRequest asked, UrgentPolicy urgent) {
    boolean byANode = http.getHeader(NodeProxy.BY_A_NODE) != null;
    @Nullable String credential = grant.credential().orElse(null);
    deployment
        .locator()
        .began(
            new SessionQuery(endpoint, path, session.id(), byANode, grant),
            session,
            new SessionSnapshot(
                asked,
                address(),
                credential,
                http.getParameter(TOOLS),
                urgent == UrgentPolicy.DEFAULT ? null : urgent.wireName()));
  }

  private ConnectOptions introduction() throws IdentityHeaders.Refused {
    WorkspaceId workspace = IdentityHeaders.workspace(this::header, grant);
    Optional<AgentId> agent = IdentityHeaders.agent(this::header, grant);
    Optional<SessionId> session = IdentityHeaders.session(this::header);
    return new ConnectOptions(workspace, agent, session, grant.traits());
  }

  private @Nullable String header(String name) {
    return RequestHeaders.of(http, name);
  }

  /** The address of this deployment, as the client wrote it. */
  private URI address() {
    return URI.create(http.getRequestURL().toString()).resolve(http.getContextPath() + "/");
  }

  private static WholeAnswer refused(InitializeRefusal refusal, @Nullable Object id) {
    WholeAnswer answer = WholeAnswer.of(refusal.status(), refusal.answer(id));
    return refusal.retryAfter().isPresent()
        ? answer.with("Retry-After", Long.toString(refusal.retryAfter().getAsLong()))
        : answer;
  }
}

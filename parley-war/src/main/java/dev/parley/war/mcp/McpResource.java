package dev.parley.war.mcp;

import dev.parley.ParleyException;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.agent.Connection;
import dev.parley.agent.Introduction;
import dev.parley.problem.Code;
import dev.parley.session.SessionId;
import dev.parley.war.Hub;
import dev.parley.war.http.CredentialId;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a client posts to an MCP endpoint, and its goodbye. */
@Path("/mcp{set: (/[a-z]+)?}")
public final class McpResource {
  static final String SESSION_ID = "Mcp-Session-Id";

  static final String VERSION = "MCP-Protocol-Version";

  /**
   * The query parameter that chooses tool sets. It counts where a session opens, and only there.
   */
  private static final String TOOLS = "tools";

  private static final String JSON = "application/json";
  private static final Duration LONGEST_CALL = Duration.ofMinutes(10);

  /**
   * What is answered within it costs one write and no event stream; much shorter than anybody on
   * the way loses patience, longer than a message takes from one client to the next.
   */
  private static final Duration MOMENT = Duration.ofMillis(20);

  private final Hub hub;
  private final UriInfo uri;
  private final HttpHeaders headers;
  private final Optional<SuspendedPost> post;
  private final Optional<String> credential;
  private final HttpServletRequest http;

  /** Made for each request. */
  public McpResource(
      @Context ServletContext context,
      @Context UriInfo uri,
      @Context HttpHeaders headers,
      @Context HttpServletRequest request) {
    this.hub = Hub.of(context);
    this.uri = uri;
    this.headers = headers;
    this.post = SuspendedPost.of(request);
    this.credential = CredentialId.of(request);
    this.http = request;
  }

  /**
   * Takes one JSON-RPC message. A call that waits holds no thread meanwhile, and its client hears
   * at once that it does: an answer that is not there after a moment becomes an event stream.
   */
  @POST
  public void post(InputStream in, @Suspended AsyncResponse answer) throws IOException {
    var unused = post(in).thenAccept(answer::resume);
  }

  private CompletionStage<Response> post(InputStream in) throws IOException {
    Optional<McpEndpoint> endpoint = hub.endpoint(path());
    if (endpoint.isEmpty()) {
      return now(refused(WireRefusal.NO_SUCH_PATH, null));
    }
    PostHeaders said = new PostHeaders(headers);
    if (!said.isJson()) {
      return now(refused(WireRefusal.NOT_JSON, null));
    }
    Optional<byte[]> body = RequestBody.read(in);
    if (body.isEmpty()) {
      return now(refused(WireRefusal.TOO_LARGE, null));
    }
    JSONRPCMessage message;
    try {
      message = PostedMessage.read(body.get());
    } catch (PostedMessage.None none) {
      return now(refused(none.refusal(), none.id()));
    }
    @Nullable Object id = message instanceof JSONRPCRequest request ? request.id() : null;
    if (!said.takesAnswer()) {
      return now(refused(WireRefusal.ANSWER_NOT_ACCEPTABLE, id));
    }
    return answered(
        id,
        () ->
            message instanceof JSONRPCRequest request && isInitialize(request)
                ? now(initialize(endpoint.get(), request))
                : inSession(endpoint.get(), message, body.get()));
  }

  /** Answers request {@code id} in the words of JSON-RPC where {@code work} fails. */
  static CompletionStage<Response> answered(
      @Nullable Object id, Supplier<CompletionStage<Response>> work) {
    CompletionStage<Response> working;
    try {
      working = work.get();
    } catch (RuntimeException fault) {
      working = CompletableFuture.failedFuture(fault);
    }
    return working.exceptionally(fault -> refused(Faults.refusal(fault), id));
  }

  /** Ends the session. */
  @DELETE
  public void delete(@Suspended AsyncResponse answer) {
    var unused = answered(null, this::delete).thenAccept(answer::resume);
  }

  private CompletionStage<Response> delete() {
    Optional<McpEndpoint> endpoint = hub.endpoint(path());
    String sessionId = headers.getHeaderString(SESSION_ID);
    if (endpoint.isEmpty() || sessionId == null) {
      return now(refused(WireRefusal.SESSION_REQUIRED, null));
    }
    return routed(
        asked(endpoint.get(), sessionId),
        "DELETE",
        BodyPublishers.noBody(),
        null,
        session -> {
          if (!McpEndpoint.speaks(headers.getHeaderString(VERSION))) {
            return now(refused(WireRefusal.VERSION_UNKNOWN, null));
          }
          endpoint.get().end(session);
          return now(Response.noContent().build());
        });
  }

  private String path() {
    return "/" + uri.getPath().replaceFirst("^/", "");
  }

  private Asked asked(McpEndpoint endpoint, String sessionId) {
    boolean byANode = headers.getHeaderString(Routing.BY_A_NODE) != null;
    return new Asked(endpoint, path(), sessionId, byANode);
  }

  /** Answers with the session, wherever it is; most often it is here, and found at once. */
  private CompletionStage<Response> routed(
      Asked asked,
      String method,
      BodyPublisher body,
      @Nullable Object id,
      Function<McpSession, CompletionStage<Response>> answering) {
    return hub.routing()
        .route(
            asked,
            method,
            body,
            name -> Optional.ofNullable(headers.getHeaderString(name)),
            RelayedAnswer::read,
            false)
        .thenCompose(
            found -> {
              if (found.session().isPresent()) {
                return found.session().get().belongsTo(credential)
                    ? answering.apply(found.session().get())
                    : now(refused(WireRefusal.SESSION_UNKNOWN, id));
              }
              return found
                  .reply()
                  .map(reply -> relay(asked, reply, id))
                  .orElseGet(() -> now(refused(found.refusal().orElseThrow(), id)));
            });
  }

  private CompletionStage<Response> relay(
      Asked asked, HttpResponse<RelayedAnswer> reply, @Nullable Object id) {
    Optional<Flow.Publisher<List<ByteBuffer>>> pieces = reply.body().pieces();
    return pieces.isPresent()
        ? streamed(stream -> relay(asked, pieces.get(), id, stream))
        : now(RelayedAnswer.response(reply));
  }

  /** Where the other node is gone before it has answered, the client is told to ask again. */
  private void relay(
      Asked asked,
      Flow.Publisher<List<ByteBuffer>> pieces,
      @Nullable Object id,
      SuspendedPost.Stream opened)
      throws IOException {
    byte[] gone = AnswerStream.lastEvent(WireRefusal.SESSION_ELSEWHERE.answer(id));
    RelayedStream stream = new RelayedStream(opened.async(), gone);
    opened.begin(stream.listener());
    pieces.subscribe(stream);
    var unused =
        hub.routing()
            .finder()
            .watch(asked, stream.over())
            .thenAccept(
                located -> {
                  if (located.session().isPresent()) {
                    stream.breakOff();
                  }
                });
  }

  private Response initialize(McpEndpoint endpoint, JSONRPCRequest request) {
    @Nullable String tools = uri.getQueryParameters().getFirst(TOOLS);
    McpStreamableServerSession.Factory server;
    try {
      server = endpoint.server(tools);
    } catch (ParleyException noSuchTools) {
      return whole(400, ProblemAnswer.of(noSuchTools.problem(), request.id())).build();
    }
    InitializeRequest asked;
    Introduction who;
    try {
      asked = Json.mapper().convertValue(request.params(), InitializeRequest.class);
      if (asked == null) {
        return refused(WireRefusal.INVALID_PARAMS, request.id());
      }
      who = introduction();
    } catch (IdentityHeaders.Refused unusable) {
      return whole(200, unusable.answer(request.id())).build();
    } catch (IllegalArgumentException | ParleyException unusable) {
      return refused(WireRefusal.INVALID_PARAMS, request.id());
    }
    SessionQuota quota = hub.quota();
    String owner = CredentialId.owner(http);
    Optional<InitializeRefusal> full =
        quota.begin(owner, Json.bytes(Objects.requireNonNull(request.params())).length);
    if (full.isPresent()) {
      return refused(full.get(), request.id());
    }
    McpEndpoint.Opened opened;
    try {
      Connection connection = hub.parley().connect(who);
      opened = endpoint.open(server, asked, connection, uri.getBaseUri(), credential);
    } catch (ParleyException refused) {
      quota.end(owner);
      if (refused.problem().code() == Code.NAME_RESERVED) {
        String name = who.agent().map(AgentId::value).orElse("");
        return whole(200, IdentityHeaders.taken(name, refused).answer(request.id())).build();
      }
      return refused(InitializeRefusal.of(refused.problem()), request.id());
    } catch (RuntimeException fault) {
      quota.end(owner);
      throw fault;
    }
    opened.session().onEnd(() -> quota.end(owner));
    hub.routing()
        .finder()
        .began(
            asked(endpoint, opened.session().id()),
            opened.session(),
            new SessionWords(asked, uri.getBaseUri(), credential.orElse(null), tools));
    JSONRPCResponse answer = new JSONRPCResponse("2.0", request.id(), opened.result(), null);
    return whole(200, Json.bytes(answer)).header(SESSION_ID, opened.session().id()).build();
  }

  private Introduction introduction() throws IdentityHeaders.Refused {
    WorkspaceId workspace = IdentityHeaders.workspace(headers::getHeaderString);
    Optional<AgentId> agent = IdentityHeaders.agent(headers::getHeaderString);
    Optional<SessionId> session = IdentityHeaders.session(headers::getHeaderString);
    return new Introduction(workspace, agent, session);
  }

  private CompletionStage<Response> inSession(
      McpEndpoint endpoint, JSONRPCMessage message, byte[] body) {
    @Nullable Object id = message instanceof JSONRPCRequest request ? request.id() : null;
    String sessionId = headers.getHeaderString(SESSION_ID);
    if (sessionId == null) {
      boolean modern =
          message instanceof JSONRPCRequest request && request.method().equals("server/discover");
      return now(
          refused(modern ? WireRefusal.SESSION_WIRE_ONLY : WireRefusal.SESSION_REQUIRED, id));
    }
    return routed(
        asked(endpoint, sessionId),
        "POST",
        BodyPublishers.ofByteArray(body),
        id,
        session -> inSession(session, message, id));
  }

  private CompletionStage<Response> inSession(
      McpSession session, JSONRPCMessage message, @Nullable Object id) {
    if (!McpEndpoint.speaks(headers.getHeaderString(VERSION))) {
      return now(refused(WireRefusal.VERSION_UNKNOWN, id));
    }
    if (message instanceof JSONRPCRequest request) {
      return Params.areWrong(request)
          ? now(refused(WireRefusal.INVALID_PARAMS, id))
          : answer(session, request);
    }
    accept(session, message);
    return now(Response.accepted().build());
  }

  private CompletionStage<Response> answer(McpSession session, JSONRPCRequest request) {
    Exchange exchange = new Exchange(request.id());
    session.answer(request, exchange);
    CompletableFuture<Optional<JSONRPCMessage>> first = exchange.first().thenApply(Optional::of);
    if (!first.isDone()) {
      boolean streams = post.map(SuspendedPost::acceptsStream).orElse(false);
      Duration patience = streams ? MOMENT : LONGEST_CALL;
      first.completeOnTimeout(Optional.empty(), patience.toMillis(), TimeUnit.MILLISECONDS);
      var unused = exchange.cancelled().thenRun(() -> first.complete(Optional.empty()));
      return first.thenCompose(
          said ->
              exchange.cancelled().isDone()
                  ? now(Response.accepted().build())
                  : streams || said.isPresent()
                      ? answer(said, session, request, exchange)
                      : now(refused(WireRefusal.INTERNAL_ERROR, request.id())));
    }
    return answer(first.join(), session, request, exchange);
  }

  private CompletionStage<Response> answer(
      Optional<JSONRPCMessage> first,
      McpSession session,
      JSONRPCRequest request,
      Exchange exchange) {
    return first.isPresent() && first.get() instanceof JSONRPCResponse whole
        ? now(whole(200, Json.bytes(whole)).build())
        : streamed(opened -> stream(session, request, exchange, opened));
  }

  private static void stream(
      McpSession session, JSONRPCRequest request, Exchange exchange, SuspendedPost.Stream opened)
      throws IOException {
    AnswerStream stream = session.stream(exchange, opened);
    var unused =
        stream
            .over()
            .copy()
            .orTimeout(LONGEST_CALL.toMillis(), TimeUnit.MILLISECONDS)
            .exceptionally(
                tooLate -> {
                  stream.end(WireRefusal.INTERNAL_ERROR.answer(request.id()));
                  return false;
                });
  }

  /** Not completed where a stream answers instead: JAX-RS has nothing more to do then. */
  private CompletionStage<Response> streamed(SuspendedPost.Opening stream) {
    try {
      post.orElseThrow().answerWith(stream);
      return new CompletableFuture<>();
    } catch (IllegalStateException clientIsGone) {
      return CompletableFuture.failedFuture(clientIsGone);
    }
  }

  private static CompletionStage<Response> now(Response response) {
    return CompletableFuture.completedFuture(response);
  }

  /** A notification nobody handles and an answer nobody asked for change nothing. */
  private static void accept(McpSession session, JSONRPCMessage message) {
    if (message instanceof JSONRPCNotification notification) {
      session.hear(notification);
    } else if (message instanceof JSONRPCResponse response) {
      session.dispatch().accept(response).onErrorComplete().block();
    }
  }

  private static boolean isInitialize(JSONRPCRequest request) {
    return request.method().equals(McpSchema.METHOD_INITIALIZE);
  }

  private static Response refused(InitializeRefusal refusal, @Nullable Object id) {
    Response.ResponseBuilder response = whole(refusal.status(), refusal.answer(id));
    refusal.retryAfter().ifPresent(seconds -> response.header(HttpHeaders.RETRY_AFTER, seconds));
    return response.build();
  }

  private static Response refused(WireRefusal refusal, @Nullable Object id) {
    Response.ResponseBuilder response = whole(refusal.status(), refusal.answer(id));
    refusal.retryAfter().ifPresent(seconds -> response.header(HttpHeaders.RETRY_AFTER, seconds));
    return response.build();
  }

  /** An answer of known length, which goes out in one piece. */
  private static Response.ResponseBuilder whole(int status, byte[] json) {
    return Response.status(status)
        .type(JSON)
        .header(HttpHeaders.CONTENT_LENGTH, json.length)
        .entity(json);
  }
}

package dev.parley.war.mcp;

import dev.parley.audit.Origin;
import dev.parley.war.grant.Grant;
import dev.parley.war.http.EventStreamResponse;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.http.RequestHeaders;
import dev.parley.war.http.RequestPath;
import dev.parley.war.mcp.SessionLocation.Local;
import dev.parley.war.mcp.SessionLocation.Refused;
import dev.parley.war.mcp.SessionLocation.Remote;
import dev.parley.war.wire.Json;
import dev.parley.war.wire.McpError;
import dev.parley.war.wire.RequestBody;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One request to an MCP endpoint: a message that was posted, or the goodbye of a session. */
final class McpRequest {
  private static final Duration MAX_CALL = Duration.ofMinutes(10);

  /**
   * The time within which an answer costs one write and no event stream. It is much shorter than
   * anybody on the way loses patience, and longer than a message takes from one client to the next.
   */
  private static final Duration MOMENT = Duration.ofMillis(20);

  private static final byte[] NO_BODY = new byte[0];

  private final Deployment deployment;
  private final HttpServletRequest http;
  private final String path;
  private final Grant grant;
  private final Origin origin;

  McpRequest(HttpServletRequest http) {
    this.http = http;
    this.deployment = Deployment.of(http.getServletContext());
    this.path = RequestPath.of(http).orElse("");
    this.grant = RequestGrant.of(http);
    this.origin = RequestGrant.origin(http);
  }

  /**
   * Takes one JSON-RPC message. A call that waits holds no thread meanwhile, and its client hears
   * at once that it does: an answer that is not there after a moment becomes an event stream.
   */
  CompletionStage<McpAnswer> post() {
    return answered(null, this::answerPost);
  }

  private CompletionStage<McpAnswer> answerPost() {
    Optional<McpEndpoint> endpoint = deployment.endpoint(path);
    if (endpoint.isEmpty()) {
      return now(WholeAnswer.of(McpError.NO_SUCH_PATH, null));
    }
    PostHeaders said = new PostHeaders(this::header);
    if (!said.isJson()) {
      return now(WholeAnswer.of(McpError.NOT_JSON, null));
    }
    Optional<byte[]> body;
    try {
      body = RequestBody.read(http.getInputStream());
    } catch (IOException brokenOff) {
      return now(WholeAnswer.of(Faults.refusal(brokenOff), null));
    }
    if (body.isEmpty()) {
      return now(WholeAnswer.of(McpError.TOO_LARGE, null));
    }
    JSONRPCMessage message;
    try {
      message = JsonRpcParser.read(body.get());
    } catch (JsonRpcParser.None none) {
      return now(WholeAnswer.of(none.refusal(), none.id()));
    }
    @Nullable Object id = message instanceof JSONRPCRequest request ? request.id() : null;
    if (!said.takesAnswer()) {
      return now(WholeAnswer.of(McpError.ANSWER_NOT_ACCEPTABLE, id));
    }
    return answered(
        id,
        () ->
            message instanceof JSONRPCRequest request && isInitialize(request)
                ? now(
                    new Initialization(deployment, http, endpoint.get(), path, grant)
                        .answer(request))
                : inSession(endpoint.get(), message, body.get()));
  }

  /** Answers request {@code id} in the words of JSON-RPC where {@code work} fails. */
  static CompletionStage<McpAnswer> answered(
      @Nullable Object id, Supplier<CompletionStage<McpAnswer>> work) {
    CompletionStage<McpAnswer> working;
    try {
      working = work.get();
    } catch (RuntimeException fault) {
      working = CompletableFuture.failedFuture(fault);
    }
    return working.exceptionally(fault -> WholeAnswer.of(Faults.refusal(fault), id));
  }

  /** Ends the session. */
  CompletionStage<McpAnswer> delete() {
    return answered(null, this::endSession);
  }

  private CompletionStage<McpAnswer> endSession() {
    Optional<McpEndpoint> endpoint = deployment.endpoint(path);
    String sessionId = header(McpHeaders.SESSION_ID);
    if (endpoint.isEmpty()) {
      return now(WholeAnswer.of(McpError.NO_SUCH_PATH, null));
    }
    if (sessionId == null) {
      return now(WholeAnswer.of(McpError.SESSION_REQUIRED, null));
    }
    return located(
        lookup(endpoint.get(), sessionId),
        "DELETE",
        NO_BODY,
        null,
        session -> {
          if (!McpEndpoint.speaks(header(McpHeaders.VERSION))) {
            return now(WholeAnswer.of(McpError.VERSION_UNKNOWN, null));
          }
          endpoint.get().end(session);
          return now(WholeAnswer.empty(204));
        });
  }

  private @Nullable String header(String name) {
    return RequestHeaders.of(http, name);
  }

  private SessionQuery lookup(McpEndpoint endpoint, String sessionId) {
    return new SessionQuery(endpoint, path, sessionId, header(NodeProxy.BY_A_NODE) != null, grant);
  }

  /** Answers with the session, wherever it is; most often it is here, and found at once. */
  private CompletionStage<McpAnswer> located(
      SessionQuery lookup,
      String method,
      byte[] body,
      @Nullable Object id,
      Function<McpSession, CompletionStage<McpAnswer>> answering) {
    return deployment
        .locator()
        .locate(lookup)
        .thenCompose(
            location ->
                location instanceof Remote remote
                    ? forward(lookup, remote, method, body, id, answering)
                    : here(location, id, answering));
  }

  private CompletionStage<McpAnswer> here(
      SessionLocation location,
      @Nullable Object id,
      Function<McpSession, CompletionStage<McpAnswer>> answering) {
    if (location instanceof Local local) {
      return local.session().credential().isShownBy(grant)
          ? answering.apply(local.session())
          : now(WholeAnswer.of(McpError.SESSION_UNKNOWN, id));
    }
    return now(WholeAnswer.of(((Refused) location).error(), id));
  }

  private CompletionStage<McpAnswer> forward(
      SessionQuery lookup,
      Remote remote,
      String method,
      byte[] body,
      @Nullable Object id,
      Function<McpSession, CompletionStage<McpAnswer>> answering) {
    BodyPublisher posted =
        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
    return deployment
        .nodes()
        .<RelayedAnswer, CompletionStage<McpAnswer>>forward(
            lookup,
            NodeProxy.request(remote.owner(), lookup, method, posted, this::header),
            RelayedAnswer::read,
            false,
            reply -> relay(lookup, reply, id),
            location -> here(location, id, answering))
        .thenCompose(Function.identity());
  }

  private CompletionStage<McpAnswer> relay(
      SessionQuery lookup, HttpResponse<RelayedAnswer> reply, @Nullable Object id) {
    Optional<Flow.Publisher<List<ByteBuffer>>> pieces = reply.body().pieces();
    return pieces.isPresent()
        ? streamed(stream -> relay(lookup, pieces.get(), id, stream))
        : now(RelayedAnswer.whole(reply));
  }

  /**
   * Passes the stream of another node on. If that node is gone before it has answered, the client
   * gets the error to ask again.
   */
  private void relay(
      SessionQuery lookup,
      Flow.Publisher<List<ByteBuffer>> pieces,
      @Nullable Object id,
      McpExchange.Stream opened)
      throws IOException {
    byte[] gone = SseAnswer.lastEvent(McpError.SESSION_ELSEWHERE.answer(id));
    RelayedStream stream = new RelayedStream(opened.async(), gone);
    opened.begin(stream.listener());
    pieces.subscribe(stream);
    var unused =
        deployment
            .locator()
            .watch(lookup, stream.over())
            .thenAccept(
                location -> {
                  if (location.local().isPresent()) {
                    stream.breakOff();
                  }
                });
  }

  private CompletionStage<McpAnswer> inSession(
      McpEndpoint endpoint, JSONRPCMessage message, byte[] body) {
    @Nullable Object id = message instanceof JSONRPCRequest request ? request.id() : null;
    String sessionId = header(McpHeaders.SESSION_ID);
    if (sessionId == null) {
      boolean modern =
          message instanceof JSONRPCRequest request && request.method().equals("server/discover");
      return now(
          WholeAnswer.of(modern ? McpError.SESSION_WIRE_ONLY : McpError.SESSION_REQUIRED, id));
    }
    return located(
        lookup(endpoint, sessionId), "POST", body, id, session -> inSession(session, message, id));
  }

  private CompletionStage<McpAnswer> inSession(
      McpSession session, JSONRPCMessage message, @Nullable Object id) {
    if (!McpEndpoint.speaks(header(McpHeaders.VERSION))) {
      return now(WholeAnswer.of(McpError.VERSION_UNKNOWN, id));
    }
    if (message instanceof JSONRPCRequest request) {
      return Params.areWrong(request)
          ? now(WholeAnswer.of(McpError.INVALID_PARAMS, id))
          : answer(session, request);
    }
    accept(session, message);
    return now(WholeAnswer.empty(202));
  }

  private CompletionStage<McpAnswer> answer(McpSession session, JSONRPCRequest request) {
    RequestTransport exchange = new RequestTransport(request.id());
    session.answer(request, exchange, grant, origin);
    CompletableFuture<Optional<JSONRPCMessage>> first = exchange.first().thenApply(Optional::of);
    if (!first.isDone()) {
      boolean streams = acceptsStream();
      Duration patience = streams ? MOMENT : MAX_CALL;
      first.completeOnTimeout(Optional.empty(), patience.toMillis(), TimeUnit.MILLISECONDS);
      var unused = exchange.cancelled().thenRun(() -> first.complete(Optional.empty()));
      return first.thenCompose(
          said ->
              exchange.cancelled().isDone()
                  ? now(WholeAnswer.empty(202))
                  : streams || said.isPresent()
                      ? answer(said, session, request, exchange)
                      : now(WholeAnswer.of(McpError.INTERNAL_ERROR, request.id())));
    }
    return answer(first.join(), session, request, exchange);
  }

  private CompletionStage<McpAnswer> answer(
      Optional<JSONRPCMessage> first,
      McpSession session,
      JSONRPCRequest request,
      RequestTransport exchange) {
    return first.isPresent() && first.get() instanceof JSONRPCResponse whole
        ? now(WholeAnswer.of(200, Json.bytes(whole)))
        : streamed(opened -> stream(session, request, exchange, opened));
  }

  private static void stream(
      McpSession session,
      JSONRPCRequest request,
      RequestTransport exchange,
      McpExchange.Stream opened)
      throws IOException {
    SseAnswer stream = session.stream(exchange, opened);
    var unused =
        stream
            .over()
            .copy()
            .orTimeout(MAX_CALL.toMillis(), TimeUnit.MILLISECONDS)
            .exceptionally(
                tooLate -> {
                  stream.end(McpError.INTERNAL_ERROR.answer(request.id()));
                  return false;
                });
  }

  /**
   * Returns whether the client says that it reads event streams; a client that says nothing may
   * not.
   */
  private boolean acceptsStream() {
    String accept = header("Accept");
    return accept != null && accept.contains(EventStreamResponse.TYPE);
  }

  private static CompletionStage<McpAnswer> streamed(StreamAnswer.Opening stream) {
    return now(new StreamAnswer(stream));
  }

  private static CompletionStage<McpAnswer> now(McpAnswer answer) {
    return CompletableFuture.completedFuture(answer);
  }

  /**
   * Takes a notification or an answer. A notification nobody handles and an answer nobody asked for
   * change nothing.
   */
  private void accept(McpSession session, JSONRPCMessage message) {
    if (message instanceof JSONRPCNotification notification) {
      if (!PermissionRelay.take(session.connection(), notification, grant, origin)) {
        session.hear(notification);
      }
    } else if (message instanceof JSONRPCResponse response) {
      session.dispatch().accept(response).onErrorComplete().block();
    }
  }

  private static boolean isInitialize(JSONRPCRequest request) {
    return request.method().equals(McpSchema.METHOD_INITIALIZE);
  }
}

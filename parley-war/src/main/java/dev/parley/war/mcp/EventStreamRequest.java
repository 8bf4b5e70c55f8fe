package dev.parley.war.mcp;

import dev.parley.spi.SinkRegistration;
import dev.parley.war.grant.Grant;
import dev.parley.war.grant.Rights;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.BearerChallenge;
import dev.parley.war.http.EventStreamResponse;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.http.RequestPath;
import dev.parley.war.mcp.SessionLocation.Refused;
import dev.parley.war.mcp.SessionLocation.Remote;
import dev.parley.war.wire.McpError;
import io.modelcontextprotocol.spec.ProtocolVersions;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.LongAdder;

/** A GET of an MCP endpoint: the event stream of a session. */
final class EventStreamRequest {
  private EventStreamRequest() {}

  /** Opens the stream, or refuses it. */
  static void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String sessionId = request.getHeader(McpHeaders.SESSION_ID);
    if (sessionId == null) {
      refuse(request, response, McpError.SESSION_REQUIRED);
      return;
    }
    Deployment deployment = Deployment.of(request.getServletContext());
    Optional<McpEndpoint> endpoint = deployment.endpoint(path(request));
    if (endpoint.isEmpty()) {
      refuse(request, response, McpError.SESSION_UNKNOWN);
      return;
    }
    boolean forwarded = request.getHeader(NodeProxy.BY_A_NODE) != null;
    SessionQuery lookup =
        new SessionQuery(
            endpoint.get(), path(request), sessionId, forwarded, RequestGrant.of(request));
    CompletableFuture<SessionLocation> locating =
        deployment.locator().locate(lookup).toCompletableFuture();
    if (locating.isDone() && !(locating.join() instanceof Remote)) {
      SessionLocation location = locating.join();
      Optional<McpError> refusal = refusal(request, location);
      if (refusal.isPresent()) {
        refuse(request, response, refusal.get());
      } else {
        open(
            request,
            response,
            EventStreamResponse.startAsync(request),
            location.local().orElseThrow());
      }
    } else {
      openLater(request, response, lookup, locating);
    }
  }

  private static void openLater(
      HttpServletRequest request,
      HttpServletResponse response,
      SessionQuery lookup,
      CompletableFuture<SessionLocation> locating) {
    AsyncContext async = EventStreamResponse.startAsync(request);
    CompletableFuture<Opening> opening =
        locating.thenCompose(
            location ->
                location instanceof Remote remote
                    ? forward(request, response, async, lookup, remote)
                    : CompletableFuture.completedFuture(
                        () -> open(request, response, async, location)));
    var unused =
        opening.whenComplete(
            (open, failure) -> {
              try {
                if (failure != null) {
                  refuse(request, response, McpError.INTERNAL_ERROR);
                  async.complete();
                } else {
                  open.begin();
                }
              } catch (IOException clientIsGone) {
                async.complete();
              }
            });
  }

  /** The answer to a request whose session had to be looked for. */
  private interface Opening {
    void begin() throws IOException;
  }

  private static CompletionStage<Opening> forward(
      HttpServletRequest request,
      HttpServletResponse response,
      AsyncContext async,
      SessionQuery lookup,
      Remote remote) {
    return Deployment.of(request.getServletContext())
        .nodes()
        .forward(
            lookup,
            NodeProxy.request(
                remote.owner(), lookup, "GET", BodyPublishers.noBody(), request::getHeader),
            BodyHandlers.ofPublisher(),
            true,
            reply -> () -> relay(request, response, async, reply),
            location -> () -> open(request, response, async, location));
  }

  private static void open(
      HttpServletRequest request,
      HttpServletResponse response,
      AsyncContext async,
      SessionLocation location)
      throws IOException {
    Optional<McpError> refusal = refusal(request, location);
    if (refusal.isPresent()) {
      refuse(request, response, refusal.get());
      async.complete();
    } else {
      open(request, response, async, location.local().orElseThrow());
    }
  }

  private static void relay(
      HttpServletRequest request,
      HttpServletResponse response,
      AsyncContext async,
      HttpResponse<Flow.Publisher<List<ByteBuffer>>> reply)
      throws IOException {
    // its client comes back with the number of what it received last
    RelayedStream stream = new RelayedStream(async, new byte[0]);
    EventStreamResponse.begin(request, response);
    relayHead(response, reply);
    response.getOutputStream().setWriteListener(stream.listener());
    reply.body().subscribe(stream);
  }

  private static void relayHead(HttpServletResponse response, HttpResponse<?> reply) {
    response.setStatus(reply.statusCode());
    NodeProxy.ANSWERED.forEach(
        name ->
            reply.headers().firstValue(name).ifPresent(value -> response.setHeader(name, value)));
  }

  /** Returns the reason why this node opens no stream, if there is one. */
  private static Optional<McpError> refusal(HttpServletRequest request, SessionLocation location) {
    if (location instanceof Refused refused) {
      return Optional.of(refused.error());
    }
    Grant grant = RequestGrant.of(request);
    if (!location.local().orElseThrow().credential().isShownBy(grant)) {
      return Optional.of(McpError.SESSION_UNKNOWN);
    }
    if (!Rights.MESSAGES.isMetBy(grant)) {
      AccessAudit.refused(request, "event stream", McpError.SCOPE_NEEDED.code());
      return Optional.of(McpError.SCOPE_NEEDED);
    }
    if (!McpEndpoint.speaks(request.getHeader(McpHeaders.VERSION))) {
      return Optional.of(McpError.VERSION_UNKNOWN);
    }
    return accepts(request) ? Optional.empty() : Optional.of(McpError.NOT_ACCEPTABLE);
  }

  private static void open(
      HttpServletRequest request,
      HttpServletResponse response,
      AsyncContext async,
      McpSession session)
      throws IOException {
    EventStreamResponse.begin(request, response);
    OptionalLong lastReceived = lastEventId(request);
    LongAdder pushes = Deployment.of(request.getServletContext()).pushes();
    SseSink stream =
        new SseSink(
            async,
            new SseSink.Opening() {
              @Override
              public SinkRegistration attach(SseSink opened) {
                return session.attach(opened, lastReceived);
              }

              @Override
              public void ended(SseSink over) {
                session.detached(over);
              }

              @Override
              public void pushed(long count) {
                pushes.add(count);
              }
            },
            session.protocolVersion().equals(ProtocolVersions.MCP_2025_11_25));
    response.getOutputStream().setWriteListener(stream);
  }

  private static void refuse(
      HttpServletRequest request, HttpServletResponse response, McpError refusal)
      throws IOException {
    response.setStatus(refusal.status());
    BearerChallenge.header(request, refusal)
        .ifPresent(challenge -> response.setHeader("WWW-Authenticate", challenge));
    refusal.retryAfter().ifPresent(seconds -> response.setIntHeader("Retry-After", seconds));
    response.setContentType("application/json");
    response.getOutputStream().write(refusal.answer(null));
  }

  private static boolean accepts(HttpServletRequest request) {
    String accept = request.getHeader("Accept");
    return accept == null || accept.contains("text/event-stream") || accept.contains("*/*");
  }

  private static OptionalLong lastEventId(HttpServletRequest request) {
    String header = request.getHeader("Last-Event-ID");
    try {
      return header == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(header));
    } catch (NumberFormatException notOneOfOurs) {
      return OptionalLong.empty();
    }
  }

  private static String path(HttpServletRequest request) {
    return RequestPath.of(request).orElse("");
  }
}

package dev.parley.war.mcp;

import dev.parley.trust.TlsFailure;
import dev.parley.trust.TrustedAuthorities;
import dev.parley.war.http.LogLimiter;
import dev.parley.war.wire.McpError;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forwards a request to the node that has its session, with all the client showed: that node looks
 * at it as at any other. Where that node is gone, the session goes on here.
 */
final class NodeProxy {
  private static final System.Logger LOG = System.getLogger(NodeProxy.class.getName());

  /** The header by which a node says that it asks for a client, so that nobody asks on. */
  static final String BY_A_NODE = "Parley-Forwarded";

  /** The header of a refusal by a node that is stopping: it has not carried the request out. */
  static final String STOPPING = "Parley-Stopping";

  private static final List<String> PASSED_ON =
      List.of(
          "Accept",
          "Authorization",
          "Content-Type",
          "Last-Event-ID",
          McpHeaders.SESSION_ID,
          McpHeaders.VERSION);

  /** The headers of another node's answer that the client gets. */
  static final List<String> ANSWERED =
      List.of(
          "Content-Type",
          "Cache-Control",
          "X-Accel-Buffering",
          "Retry-After",
          McpHeaders.SESSION_ID);

  private static final SessionLocation ELSEWHERE =
      new SessionLocation.Refused(McpError.SESSION_ELSEWHERE);

  private final SessionLocator locator;
  private final TrustedAuthorities trusted;
  private final LogLimiter lines = new LogLimiter();
  private @Nullable HttpClient client;

  /**
   * A proxy that asks {@code locator} where a session goes on whose node is gone.
   *
   * @param trusted the authorities of the other nodes' certificates
   */
  NodeProxy(SessionLocator locator, TrustedAuthorities trusted) {
    this.locator = locator;
    this.trusted = trusted;
  }

  /**
   * Forwards a request. It is answered by the other node, or here where the session has moved or
   * that node is stopping.
   *
   * @param repeatable whether the request may be carried out twice
   * @param replied takes what the other node answered
   * @param moved takes the location of the session where that node did not answer
   */
  <B, R> CompletionStage<R> forward(
      SessionQuery lookup,
      HttpRequest request,
      BodyHandler<B> handler,
      boolean repeatable,
      Function<HttpResponse<B>, R> replied,
      Function<SessionLocation, R> moved) {
    CompletableFuture<HttpResponse<B>> asking = client().sendAsync(request, handler);
    CompletableFuture<Supplier<R>> outcome = new CompletableFuture<>();
    var unused =
        asking.whenComplete(
            (reply, failure) -> {
              if (failure != null) {
                logTls(request.uri(), failure);
              }
              boolean stops = failure == null && isStopping(reply);
              if (failure == null && !stops) {
                outcome.complete(() -> replied.apply(reply));
              } else if (stops || repeatable || neverArrived(failure)) {
                var unusedToo =
                    locator
                        .locateUnreachable(lookup)
                        .exceptionally(unknown -> ELSEWHERE)
                        .thenAccept(location -> outcome.complete(() -> moved.apply(location)));
              } else {
                outcome.complete(() -> moved.apply(ELSEWHERE));
              }
            });
    var unusedToo =
        locator
            .watch(lookup, asking)
            .thenAccept(
                location -> {
                  if (location.local().isPresent()
                      && outcome.complete(() -> moved.apply(location))) {
                    asking.cancel(true);
                  }
                });
    return outcome.thenApply(Supplier::get);
  }

  /** A client learns only that the node does not answer, so the operator reads why. */
  private void logTls(URI node, Throwable failure) {
    TlsFailure.reason(failure)
        .ifPresent(
            reason ->
                lines.log(
                    LOG,
                    System.Logger.Level.WARNING,
                    node.getAuthority(),
                    "The node at "
                        + node.getAuthority()
                        + " is not asked for its sessions: "
                        + reason
                        + "."));
  }

  /** Returns true for the refusal of a node that is stopping; nobody reads the rest of it then. */
  private static boolean isStopping(HttpResponse<?> reply) {
    boolean stops = reply.headers().firstValue(STOPPING).isPresent();
    if (stops && reply.body() instanceof Flow.Publisher<?> unread) {
      unread.subscribe(new Discarding());
    }
    return stops;
  }

  private static final class Discarding implements Flow.Subscriber<Object> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.cancel();
    }

    @Override
    public void onNext(Object unread) {}

    @Override
    public void onError(Throwable cancelled) {}

    @Override
    public void onComplete() {}
  }

  private static boolean neverArrived(Throwable failure) {
    Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
    return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
  }

  /**
   * Returns the client's request as {@code owner} gets it.
   *
   * @param method the HTTP method
   * @param header the client's headers by name
   */
  static HttpRequest request(
      URI owner,
      SessionQuery lookup,
      String method,
      BodyPublisher body,
      Function<String, @Nullable String> header) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(owner + lookup.path())).method(method, body);
    for (String name : PASSED_ON) {
      String value = header.apply(name);
      if (value != null) {
        request.header(name, value);
      }
    }
    return request.header(BY_A_NODE, "yes").build();
  }

  /** Returns the HTTP client, made when it is first needed: a single node never needs one. */
  private synchronized HttpClient client() {
    HttpClient known = client;
    if (known == null) {
      HttpClient.Builder builder =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(Duration.ofSeconds(2));
      if (trusted.isAdded()) {
        builder.sslContext(trusted.sslContext());
      }
      known = builder.build();
      client = known;
    }
    return known;
  }
}

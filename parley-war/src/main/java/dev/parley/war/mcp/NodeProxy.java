package dev.parley.war.mcp;

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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Brings a request to the node that has its session, with all the client showed: that node looks at
 * it as at any other. Where that node is gone, the session goes on here.
 */
public final class NodeProxy {
  /** Says that a node asks for a client, so that nobody asks on. */
  static final String BY_A_NODE = "Parley-Forwarded";

  private static final List<String> PASSED_ON =
      List.of(
          "Accept",
          "Authorization",
          "Content-Type",
          "Last-Event-ID",
          McpResource.SESSION_ID,
          McpResource.VERSION);

  /** What of another node's answer the client is told. */
  static final List<String> ANSWERED =
      List.of(
          "Content-Type",
          "Cache-Control",
          "X-Accel-Buffering",
          "Retry-After",
          McpResource.SESSION_ID);

  private final SessionLocator finder;
  private @Nullable HttpClient client;

  /** Brings requests to whoever {@code finder} finds. */
  public NodeProxy(SessionLocator finder) {
    this.finder = finder;
  }

  SessionLocator finder() {
    return finder;
  }

  /**
   * Finds who answers, which asks another node where that has the session.
   *
   * @param method the HTTP method
   * @param header the client's headers by name
   * @param askAgain whether it does no harm to be asked for twice
   */
  <B> CompletionStage<Routed<B>> route(
      Asked asked,
      String method,
      BodyPublisher body,
      Function<String, Optional<String>> header,
      BodyHandler<B> handler,
      boolean askAgain) {
    return finder
        .find(asked)
        .thenCompose(
            located ->
                located
                    .owner()
                    .map(
                        owner ->
                            ask(
                                asked,
                                request(owner, asked, method, body, header),
                                handler,
                                askAgain))
                    .orElseGet(() -> CompletableFuture.completedFuture(Routed.of(located))));
  }

  private <B> CompletableFuture<Routed<B>> ask(
      Asked asked, HttpRequest request, BodyHandler<B> handler, boolean askAgain) {
    CompletableFuture<HttpResponse<B>> asking = client().sendAsync(request, handler);
    CompletableFuture<Routed<B>> routed = new CompletableFuture<>();
    var unused =
        asking.whenComplete(
            (reply, failure) -> {
              if (failure == null) {
                routed.complete(Routed.reply(reply));
              } else if (askAgain || neverArrived(failure)) {
                complete(routed, finder.findUnreachable(asked));
              } else {
                routed.complete(Routed.of(Located.refused(McpError.SESSION_ELSEWHERE)));
              }
            });
    var unusedToo =
        finder
            .watch(asked, asking)
            .thenAccept(
                located -> {
                  if (located.session().isPresent() && routed.complete(Routed.of(located))) {
                    asking.cancel(true);
                  }
                });
    return routed;
  }

  private static <B> void complete(
      CompletableFuture<Routed<B>> routed, CompletionStage<Located> looking) {
    var unused =
        looking.whenComplete(
            (located, failure) ->
                routed.complete(
                    Routed.of(
                        failure == null ? located : Located.refused(McpError.SESSION_ELSEWHERE))));
  }

  private static boolean neverArrived(Throwable failure) {
    Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
    return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
  }

  private static HttpRequest request(
      URI owner,
      Asked asked,
      String method,
      BodyPublisher body,
      Function<String, Optional<String>> header) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(owner + asked.path())).method(method, body);
    PASSED_ON.forEach(name -> header.apply(name).ifPresent(value -> request.header(name, value)));
    return request.header(BY_A_NODE, "yes").build();
  }

  /** Made when it is first needed: of one node it never is. */
  private synchronized HttpClient client() {
    HttpClient known = client;
    if (known == null) {
      known =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(Duration.ofSeconds(2))
              .build();
      client = known;
    }
    return known;
  }
}

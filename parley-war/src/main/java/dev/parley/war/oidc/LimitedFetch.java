package dev.parley.war.oidc;

import dev.parley.trust.TlsFailure;
import dev.parley.trust.TrustedAuthorities;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads small documents and answers over HTTP, with a bound on their size and on the time. */
final class LimitedFetch {
  /** The size of the largest document that is read, in bytes. */
  static final int MAX_BYTES = 262_144;

  private static final int OK = 200;

  private final HttpClient client;
  private final Duration timeout;

  /**
   * A reader of documents.
   *
   * @param trusted the authorities of the certificates it takes
   * @param timeout the time in which a document has to be there as a whole
   */
  LimitedFetch(TrustedAuthorities trusted, Duration timeout) {
    this.timeout = timeout;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(timeout);
    if (trusted.isAdded()) {
      builder.sslContext(trusted.sslContext());
    }
    this.client = builder.build();
  }

  /** Reads a document. Fails where it is too large, too late, or answered with another status. */
  CompletableFuture<byte[]> get(URI url) {
    HttpRequest request = request(url).build();
    return whole(
            request,
            head ->
                head.statusCode() == OK
                    ? new LimitedBody()
                    : BodySubscribers.replacing(new byte[0]))
        .thenApply(LimitedFetch::checked);
  }

  /**
   * Sends a form. Fails where the answer is too large or too late; its status is the caller's to
   * look at.
   *
   * @param authorization the header of that name
   */
  CompletableFuture<HttpResponse<byte[]>> post(
      URI url, Map<String, String> form, Optional<String> authorization) {
    HttpRequest.Builder request =
        request(url)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(encoded(form)));
    authorization.ifPresent(text -> request.header("Authorization", text));
    return whole(request.build(), head -> new LimitedBody());
  }

  /** Returns fields as a form and a query have them. */
  static String encoded(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  /** Returns a text as a form has it. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpRequest.Builder request(URI url) {
    return HttpRequest.newBuilder(url).header("Accept", "application/json").timeout(timeout);
  }

  private CompletableFuture<HttpResponse<byte[]>> whole(
      HttpRequest request, BodyHandler<byte[]> body) {
    CompletableFuture<HttpResponse<byte[]>> asking = client.sendAsync(request, body);
    CompletableFuture<HttpResponse<byte[]>> answer =
        asking.copy().orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    var unused = answer.whenComplete((read, failure) -> asking.cancel(true));
    return answer;
  }

  private static byte[] checked(HttpResponse<byte[]> response) {
    if (response.statusCode() != OK) {
      throw new CompletionException(new IOException("it answers HTTP " + response.statusCode()));
    }
    return response.body();
  }

  /** Returns the reason of a failure as a clause without a full stop. */
  String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
      return "it does not answer within " + timeout.toSeconds() + " s";
    }
    if (cause instanceof ConnectException) {
      return "nobody answers there";
    }
    String message = cause.getMessage();
    return TlsFailure.reason(cause)
        .orElse(message == null ? cause.getClass().getSimpleName() : message);
  }

  /** The body of a document, which is not read further than its bound. */
  private static final class LimitedBody implements BodySubscriber<byte[]> {
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    @Override
    public CompletionStage<byte[]> getBody() {
      return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
      subscription = begun;
      begun.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
      for (ByteBuffer piece : pieces) {
        if (read.size() + piece.remaining() > MAX_BYTES) {
          whole.completeExceptionally(new IOException("it has more than " + MAX_BYTES + " bytes"));
          if (subscription != null) {
            subscription.cancel();
          }
          return;
        }
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        read.writeBytes(bytes);
      }
    }

    @Override
    public void onError(Throwable failure) {
      whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      whole.complete(read.toByteArray());
    }
  }
}

package dev.parley.war.http;

import dev.parley.war.wire.McpError;
import dev.parley.war.wire.ProblemDetail;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Refusals of filters: problem details below {@code /api}, an error of JSON-RPC elsewhere. */
public final class Refusals {
  /** A refused body up to this many bytes is read, so that its connection can go on. */
  private static final int MAX_DRAINED = 64 * 1024;

  private Refusals() {}

  /** Writes an answer. */
  @FunctionalInterface
  public interface Answer {
    /** Writes it to a response nothing was written to. */
    void write(HttpServletResponse response) throws IOException;
  }

  /** Refuses a request whose body, if there is one, nobody has read. */
  public static void send(
      HttpServletRequest request, HttpServletResponse response, McpError refusal)
      throws IOException {
    send(request, response, answer -> write(request, answer, refusal));
  }

  /**
   * Answers a request without its body. A server that answers what it has not read closes the
   * connection under the next request; so a short body is read first, without a thread waiting for
   * it, and after a longer one the answer says that the connection ends.
   */
  public static void send(HttpServletRequest request, HttpServletResponse response, Answer answer)
      throws IOException {
    if (!BodyReader.hasBody(request)) {
      answer.write(response);
    } else if (request.getContentLengthLong() > MAX_DRAINED) {
      response.setHeader("Connection", "close");
      answer.write(response);
    } else if (BodyReader.isHere(request)) {
      request.getInputStream().skipNBytes(request.getContentLengthLong());
      answer.write(response);
    } else if (!BodyReader.isUsed(request)) {
      response.setHeader("Connection", "close");
      answer.write(response);
    } else {
      BodyReader.read(
          request,
          0,
          (outcome, nothing) -> {
            if (outcome != BodyReader.Outcome.WHOLE) {
              response.setHeader("Connection", "close");
            }
            complete(request.getAsyncContext(), response, answer);
          });
    }
  }

  /** Answers a suspended request and completes it; a client that is gone gets nothing. */
  static void complete(AsyncContext request, HttpServletResponse response, Answer answer) {
    try {
      answer.write(response);
    } catch (IOException | IllegalStateException clientIsGone) {
      // nobody is there to get the answer
    } finally {
      request.complete();
    }
  }

  /** Writes a problem as the whole answer. */
  public static void write(HttpServletResponse response, ProblemDetail refusal) throws IOException {
    response.setStatus(refusal.status());
    response.setContentType(ProblemDetail.TYPE);
    response.setHeader("Cache-Control", "no-store");
    refusal
        .retryAfter()
        .ifPresent(seconds -> response.setHeader("Retry-After", Long.toString(seconds)));
    refusal.allowed().ifPresent(methods -> response.setHeader("Allow", methods));
    byte[] body = refusal.bytes();
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  static void write(HttpServletRequest request, HttpServletResponse response, McpError refusal)
      throws IOException {
    boolean isRest = RequestPath.of(request).filter(path -> path.startsWith("/api/")).isPresent();
    byte[] body = isRest ? refusal.problem() : refusal.answer(null);
    response.setStatus(refusal.status());
    BearerChallenge.header(request, refusal)
        .ifPresent(challenge -> response.setHeader("WWW-Authenticate", challenge));
    refusal.retryAfter().ifPresent(seconds -> response.setIntHeader("Retry-After", seconds));
    response.setContentType(isRest ? "application/problem+json" : "application/json");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}

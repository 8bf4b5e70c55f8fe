package dev.parley.war.mcp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * A POST that JAX-RS has suspended, as the container gave it. Its answer can be taken out of the
 * hands of JAX-RS, which offers no non-blocking output, and become an event stream.
 */
final class SuspendedPost {
  private static final String ATTRIBUTE = SuspendedPost.class.getName();

  private final HttpServletRequest request;
  private final HttpServletResponse response;

  private SuspendedPost(HttpServletRequest request, HttpServletResponse response) {
    this.request = request;
    this.response = response;
  }

  /** Lets {@link #of} find it from here on. */
  static void note(HttpServletRequest request, HttpServletResponse response) {
    request.setAttribute(ATTRIBUTE, new SuspendedPost(request, response));
  }

  /** The POST behind what JAX-RS shows of it; empty where it is none. */
  static Optional<SuspendedPost> of(HttpServletRequest shown) {
    return Optional.ofNullable((SuspendedPost) shown.getAttribute(ATTRIBUTE));
  }

  /** Whether the client says that it reads event streams; a client that says nothing may not. */
  boolean acceptsStream() {
    String accept = request.getHeader("Accept");
    return accept != null && accept.contains(AnswerStream.TYPE);
  }

  HttpServletResponse response() {
    return response;
  }

  /** What ends the response; only while JAX-RS has it suspended. */
  AsyncContext async() {
    return request.getAsyncContext();
  }

  /** Opens an event stream that {@code listener} writes; JAX-RS must not answer any more. */
  void open(WriteListener listener) throws IOException {
    EventStreamFilter.begin(request, response);
    response.getOutputStream().setWriteListener(listener);
  }
}

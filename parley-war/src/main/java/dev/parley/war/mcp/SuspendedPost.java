package dev.parley.war.mcp;

import dev.parley.war.http.EventStreamResponse;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request that JAX-RS has suspended. JAX-RS offers no non-blocking output, so an answer that
 * becomes an event stream is dispatched back to the filter, which suspends the request anew, as its
 * own.
 */
final class SuspendedPost {
  private static final String ATTRIBUTE = SuspendedPost.class.getName();
  private static final ThreadLocal<SuspendedPost> CURRENT = new ThreadLocal<>();

  private final HttpServletRequest request;
  private volatile @Nullable Opening opening;

  /** Writes the stream. */
  interface Opening {
    /** Opens the stream of a request that is suspended for it. */
    void open(Stream stream) throws IOException;
  }

  /** A request that waits for an event stream. */
  static final class Stream {
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final AsyncContext async;

    private Stream(HttpServletRequest request, HttpServletResponse response) {
      this.request = request;
      this.response = response;
      this.async = EventStreamResponse.startAsync(request);
    }

    AsyncContext async() {
      return async;
    }

    /** Sends the head; {@code listener} writes the rest. */
    void begin(WriteListener listener) throws IOException {
      EventStreamResponse.begin(request, response);
      response.getOutputStream().setWriteListener(listener);
    }
  }

  private SuspendedPost(HttpServletRequest request) {
    this.request = request;
  }

  /** Passes a request on to JAX-RS, whose resource finds it with {@link #current}. */
  static void passOn(HttpServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    CURRENT.set(new SuspendedPost(request));
    try {
      chain.doFilter(request, response);
    } finally {
      CURRENT.remove();
    }
  }

  /**
   * Returns the request that this thread has passed on to JAX-RS.
   *
   * @throws IllegalStateException for one that did not pass the filter
   */
  static SuspendedPost current() {
    SuspendedPost passed = CURRENT.get();
    if (passed == null) {
      throw new IllegalStateException("the request passed no event stream filter");
    }
    return passed;
  }

  /** Returns the request that was dispatched to be answered with a stream, if it is one. */
  static Optional<SuspendedPost> dispatched(HttpServletRequest request) {
    return Optional.ofNullable((SuspendedPost) request.getAttribute(ATTRIBUTE));
  }

  /** Returns the request itself, which other threads may use as well. */
  HttpServletRequest request() {
    return request;
  }

  /**
   * Returns whether the client says that it reads event streams; a client that says nothing may
   * not.
   */
  boolean acceptsStream() {
    String accept = request.getHeader("Accept");
    return accept != null && accept.contains(EventStreamResponse.TYPE);
  }

  /** Takes it out of the hands of JAX-RS, which must not answer any more. */
  void answerWith(Opening stream) {
    opening = stream;
    request.setAttribute(ATTRIBUTE, this);
    request.getAsyncContext().dispatch();
  }

  /** Opens the stream it is answered with, once it has been dispatched. */
  void goOn(HttpServletRequest dispatched, HttpServletResponse response) throws IOException {
    Opening stream = opening;
    if (stream != null) {
      stream.open(new Stream(dispatched, response));
    }
  }
}

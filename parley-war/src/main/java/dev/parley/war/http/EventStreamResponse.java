package dev.parley.war.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.regex.Pattern;

/** The head of an event stream, and the suspended request it is written to. */
public final class EventStreamResponse {
  /** The media type of an event stream. */
  public static final String TYPE = "text/event-stream";

  /**
   * The servers that get no buffer. Undertow, in WildFly, keeps what it could not send in a flush,
   * up to its buffer's size, says that it is ready, and sends the rest only after the next write.
   * (Jetty would write bytes one by one without a buffer.)
   */
  private static final Pattern HOLDS_BACK = Pattern.compile("WildFly|JBoss|Undertow");

  private EventStreamResponse() {}

  /** Suspends a request for as long as its stream lasts. */
  public static AsyncContext startAsync(HttpServletRequest request) {
    AsyncContext async = request.startAsync();
    async.setTimeout(0);
    return async;
  }

  /** Lets {@code response} be an event stream that nobody on its way keeps or changes. */
  public static void begin(HttpServletRequest request, HttpServletResponse response) {
    response.setContentType(TYPE);
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Cache-Control", "no-cache, no-transform");
    response.setHeader("X-Accel-Buffering", "no");
    if (HOLDS_BACK.matcher(request.getServletContext().getServerInfo()).find()) {
      response.setBufferSize(1);
    }
  }
}

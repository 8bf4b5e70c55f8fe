package dev.parley.war.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/** The headers of a request, each as one text. */
public final class RequestHeaders {
  private RequestHeaders() {}

  /**
   * The value of header {@code name}; null where it is not there.
   *
   * @return all its values with commas between them where it is there more than once
   */
  public static @Nullable String of(HttpServletRequest request, String name) {
    Enumeration<String> values = request.getHeaders(name);
    if (!values.hasMoreElements()) {
      return null;
    }
    String first = values.nextElement();
    return values.hasMoreElements()
        ? first + "," + String.join(",", Collections.list(values))
        : first;
  }
}

package dev.parley.war.testing;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a container would hand to us, reduced to what is looked at; any other question fails. */
public final class Deployed {
  private Deployed() {}

  /** A deployment with these context parameters, which keeps no attributes. */
  public static ServletContext with(Map<String, String> parameters) {
    return proxy(
        ServletContext.class,
        (method, name) ->
            switch (method) {
              case "getInitParameter" -> parameters.get(name);
              case "getAttribute", "setAttribute" -> null;
              default -> unasked(method);
            });
  }

  /** A request that arrived at this address and port with these headers. */
  public static HttpServletRequest request(String address, int port, Map<String, String> headers) {
    return proxy(
        HttpServletRequest.class,
        (method, name) ->
            switch (method) {
              case "getHeader" -> headers.get(name);
              case "getLocalAddr" -> address;
              case "getLocalPort" -> port;
              default -> unasked(method);
            });
  }

  /** A request without TLS that came from this address with these headers. */
  public static HttpServletRequest from(String address, Map<String, String> headers) {
    return proxy(
        HttpServletRequest.class,
        (method, name) ->
            switch (method) {
              case "getHeader" -> headers.get(name);
              case "getHeaders" ->
                  Collections.enumeration(
                      headers.containsKey(name) ? List.of(headers.get(name)) : List.of());
              case "getRemoteAddr" -> address;
              case "isSecure" -> false;
              default -> unasked(method);
            });
  }

  private interface Answers {
    @Nullable Object to(String method, @Nullable Object argument);
  }

  private static <T> T proxy(Class<T> type, Answers answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                answers.to(method.getName(), arguments == null ? null : arguments[0])));
  }

  private static Object unasked(String method) {
    throw new AssertionError("nobody was to ask for " + method);
  }
}

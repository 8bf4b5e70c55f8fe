package dev.parley.war.http;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of the page, which ask nothing of any other place. Nothing in them runs that is
 * not a file of its own, so that no text of an agent can be made to. A filter, because not every
 * server lets a servlet have the root of the context while JAX-RS has all below it.
 */
public final class StaticFilesFilter implements Filter {
  private static final String INDEX = "/index.html";
  private static final String ICON = "/favicon.svg";
  private static final String NOWHERE = "?";
  private static final Set<String> FILES = Set.of("", "/", INDEX, ICON);
  private static final String FOLDER = "/assets/";
  private static final Set<String> READS = Set.of("GET", "HEAD");

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self';"
          + " frame-ancestors 'none'";

  private static final Map<String, String> HEADERS =
      Map.of(
          "X-Content-Type-Options", "nosniff",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Permissions-Policy", "camera=(), geolocation=(), microphone=()");

  /** The files by path. The set is made once: a request looks up, and adds nothing. */
  private Map<String, PageFile> files = Map.of();

  @Override
  public void init(FilterConfig config) {
    files = files(config.getServletContext());
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    String path = RequestPath.of(http).orElse(NOWHERE);
    if (READS.contains(http.getMethod()) && (FILES.contains(path) || path.startsWith(FOLDER))) {
      serve(path, http, (HttpServletResponse) response);
    } else {
      chain.doFilter(request, response);
    }
  }

  private void serve(String path, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (path.isEmpty()) {
      // what the page names relative to itself lies below the context
      response.sendRedirect(request.getContextPath() + "/");
      return;
    }
    @Nullable PageFile file = files.get(path.equals("/") ? INDEX : path);
    HEADERS.forEach(response::setHeader);
    response.setHeader("Content-Security-Policy", DiagramFrame.policy(path, POLICY));
    if (DiagramFrame.isForOtherOrigins(path)) {
      response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    }
    if (file == null) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("Vary", "Accept-Encoding");
    PageFile.Content content = file.content();
    response.setHeader("ETag", content.tag());
    if (content.tag().equals(request.getHeader("If-None-Match"))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType(file.type());
    write(request, response, content);
  }

  private static void write(
      HttpServletRequest request, HttpServletResponse response, PageFile.Content content)
      throws IOException {
    String encodings = request.getHeader("Accept-Encoding");
    boolean zipped = encodings != null && encodings.contains("gzip");
    if (zipped) {
      response.setHeader("Content-Encoding", "gzip");
    }
    byte[] bytes = content.bytes(zipped);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }

  /** The files below a deployment's root that make up the page; none where it has no page. */
  private static Map<String, PageFile> files(ServletContext context) {
    Map<String, PageFile> files = new HashMap<>();
    Deque<String> paths = new ArrayDeque<>(List.of(FOLDER));
    for (String file : List.of(INDEX, ICON)) {
      if (exists(context, file)) {
        paths.add(file);
      }
    }
    while (!paths.isEmpty()) {
      String path = paths.pop();
      if (path.endsWith("/")) {
        Set<String> below = context.getResourcePaths(path);
        paths.addAll(below == null ? Set.of() : below);
      } else {
        files.put(path, new PageFile(path, () -> open(context, path)));
      }
    }
    return Map.copyOf(files);
  }

  private static boolean exists(ServletContext context, String path) {
    try {
      return context.getResource(path) != null;
    } catch (MalformedURLException noPath) {
      return false;
    }
  }

  private static InputStream open(ServletContext context, String path) throws IOException {
    InputStream in = context.getResourceAsStream(path);
    if (in == null) {
      throw new IOException("the file " + path + " of the page is gone");
    }
    return in;
  }
}

package dev.parley.war.web;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves the files of the page, which ask nothing of any other place. Nothing in them runs that is
 * not a file of its own, so that no text of an agent can be made to. A filter, because not every
 * server lets a servlet have the root of the context while JAX-RS has all below it.
 */
public final class PageFilter implements Filter {
  private static final Set<String> FILES = Set.of("", "/", "/index.html", "/favicon.svg");
  private static final String FOLDER = "/assets/";
  private static final Set<String> READS = Set.of("GET", "HEAD");

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy", POLICY,
          "X-Content-Type-Options", "nosniff",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Permissions-Policy", "camera=(), geolocation=(), microphone=()");

  private final Map<String, PageFile> files = new ConcurrentHashMap<>();

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    String path = http.getRequestURI().substring(http.getContextPath().length());
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
    Optional<PageFile> file =
        file(path.equals("/") ? "/index.html" : path, request.getServletContext());
    HEADERS.forEach(response::setHeader);
    if (file.isEmpty()) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("Vary", "Accept-Encoding");
    response.setHeader("ETag", file.get().tag());
    if (file.get().tag().equals(request.getHeader("If-None-Match"))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    write(request, response, file.get());
  }

  private static void write(HttpServletRequest request, HttpServletResponse response, PageFile file)
      throws IOException {
    response.setContentType(file.type());
    String encodings = request.getHeader("Accept-Encoding");
    boolean zipped = encodings != null && encodings.contains("gzip");
    if (zipped) {
      response.setHeader("Content-Encoding", "gzip");
    }
    byte[] bytes = file.bytes(zipped);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }

  private Optional<PageFile> file(String path, ServletContext context) throws IOException {
    PageFile known = files.get(path);
    if (known != null || path.contains("..") || path.endsWith("/")) {
      return Optional.ofNullable(known);
    }
    try (InputStream in = context.getResourceAsStream(path)) {
      if (in == null) {
        return Optional.empty();
      }
      PageFile read = new PageFile(path, in.readAllBytes());
      files.put(path, read);
      return Optional.of(read);
    }
  }
}

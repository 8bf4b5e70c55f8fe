package dev.parley.war.http;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Answers what the container refused or failed at, in place of its own page, which would show names
 * of classes. Below {@code /api} it is a problem, at {@code /mcp} an error of JSON-RPC, else a line
 * of text.
 */
public final class ErrorFilter implements Filter {
  private static final int JSON_RPC_INVALID = -32600;
  private static final int JSON_RPC_INTERNAL = -32603;

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException {
    HttpServletRequest http = (HttpServletRequest) request;
    HttpServletResponse answer = (HttpServletResponse) response;
    int status = answer.getStatus();
    String context = http.getContextPath();
    Object uri = http.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    String path =
        uri instanceof String asked && asked.startsWith(context)
            ? asked.substring(context.length())
            : "";
    String sentence =
        status < 500
            ? "The server refused this request with status " + status + "."
            : "The server failed on this request; its log says why.";
    String code = "http_" + status;
    String body;
    answer.setHeader("X-Content-Type-Options", "nosniff");
    answer.setHeader("Content-Security-Policy", "default-src 'none'");
    answer.setHeader("Cache-Control", "no-store");
    if (path.startsWith("/api/")) {
      answer.setContentType("application/problem+json");
      body =
          "{\"type\":\"about:blank\",\"status\":%d,\"detail\":\"%s\",\"code\":\"%s\"}"
              .formatted(status, sentence, code);
    } else if (path.startsWith("/mcp")) {
      answer.setContentType("application/json");
      body =
          """
          {"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":"%s",\
          "data":{"success":false,"error":"%s","code":"%s"}}}\
          """
              .formatted(
                  status < 500 ? JSON_RPC_INVALID : JSON_RPC_INTERNAL, sentence, sentence, code);
    } else {
      answer.setContentType("text/plain; charset=utf-8");
      body = sentence + "\n";
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    answer.setContentLength(bytes.length);
    answer.getOutputStream().write(bytes);
  }
}

package dev.parley.server;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.jspecify.annotations.Nullable;

/**
 * Stands behind a filter that answers all requests of its path. Jetty starts the servlet of a path
 * before the filters, and without this one that would be JAX-RS.
 */
final class BehindFilters implements Servlet {
  private @Nullable ServletConfig config;

  static ServletHolder holder() {
    ServletHolder holder = new ServletHolder(new BehindFilters());
    holder.setAsyncSupported(true);
    return holder;
  }

  @Override
  public void init(ServletConfig given) {
    config = given;
  }

  @Override
  public @Nullable ServletConfig getServletConfig() {
    return config;
  }

  @Override
  public void service(ServletRequest request, ServletResponse response) throws IOException {
    ((HttpServletResponse) response).sendError(HttpServletResponse.SC_NOT_FOUND);
  }

  @Override
  public String getServletInfo() {
    return "";
  }

  @Override
  public void destroy() {}
}

package dev.parley.server;

import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.EventListener;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.FilterMapping;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.glassfish.jersey.servlet.ServletContainer;

/** The same application an application server deploys; only its JAX-RS is brought along. */
final class EmbeddedApplication {
  /** The paths of filters that answer all requests. */
  private static final List<String> WITHOUT_JAX_RS = List.of("/health", "/mcp", "/mcp/*");

  private EmbeddedApplication() {}

  /**
   * Returns the application in a folder, to be started.
   *
   * @param parameters its init parameters
   */
  static ServletContextHandler in(Path folder, String contextPath, Map<String, String> parameters)
      throws IOException, ReflectiveOperationException {
    ServletContextHandler application = new ServletContextHandler();
    application.setClassLoader(EmbeddedApplication.class.getClassLoader());
    application.setContextPath(contextPath);
    application.setBaseResourceAsPath(folder);
    application.setErrorHandler(new JettyErrorHandler(contextPath));
    parameters.forEach(application::setInitParameter);
    declare(WebDescriptor.read(folder.resolve("WEB-INF/web.xml")), application);
    application.addServlet(jaxRs(), "/*");
    for (String path : WITHOUT_JAX_RS) {
      application.addServlet(BehindFilters.holder(), path);
    }
    return application;
  }

  private static void declare(WebDescriptor declared, ServletContextHandler application)
      throws ReflectiveOperationException {
    for (String listener : declared.listeners()) {
      Class<?> type = Class.forName(listener);
      application.addEventListener((EventListener) type.getConstructor().newInstance());
    }
    for (WebDescriptor.Filter filter : declared.filters()) {
      FilterHolder holder = new FilterHolder();
      holder.setName(filter.name());
      holder.setClassName(filter.type());
      holder.setAsyncSupported(filter.isAsync());
      application.getServletHandler().addFilter(holder);
    }
    for (WebDescriptor.Mapping mapping : declared.mappings()) {
      FilterMapping to = new FilterMapping();
      to.setFilterName(mapping.filter());
      to.setPathSpecs(mapping.paths().toArray(String[]::new));
      EnumSet<DispatcherType> dispatches = EnumSet.noneOf(DispatcherType.class);
      for (String dispatcher : mapping.dispatchers()) {
        dispatches.add(DispatcherType.valueOf(dispatcher));
      }
      to.setDispatcherTypes(dispatches.isEmpty() ? EnumSet.of(DispatcherType.REQUEST) : dispatches);
      application.getServletHandler().addFilterMapping(to);
    }
  }

  /** Starts with the first request for it, which no agent makes: it takes a third of a second. */
  private static ServletHolder jaxRs() {
    ServletHolder servlet = new ServletHolder("rest", ServletContainer.class);
    servlet.setInitParameter("jakarta.ws.rs.Application", "dev.parley.war.ParleyApplication");
    servlet.setAsyncSupported(true);
    return servlet;
  }
}

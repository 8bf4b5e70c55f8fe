package dev.parley.war.conformance;

import dev.parley.Parley;
import dev.parley.engine.ParleyBuilder;
import dev.parley.war.auth.AccessFilter;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.auth.TokenPolicy;
import dev.parley.war.http.BodyFilter;
import dev.parley.war.mcp.Deployment;
import dev.parley.war.mcp.McpEndpoint;
import dev.parley.war.mcp.McpFilter;
import dev.parley.war.settings.Settings;
import dev.parley.war.wire.Json;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import jakarta.servlet.DispatcherType;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * What the official suite talks to: the filters, the JAX-RS application and the endpoint of a
 * deployment, behind which stand the tools, resources and prompts the suite knows instead of
 * Parley's.
 */
final class FixtureServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Kept here: a logger nobody holds forgets its level. */
  private static final List<Logger> QUIETENED =
      Stream.of("org.eclipse.jetty", "org.flywaydb", "com.zaxxer.hikari", "io.modelcontextprotocol")
          .map(Logger::getLogger)
          .toList();

  private final Server jetty = new Server();
  private final ServerConnector connector = new ServerConnector(jetty, 1, 1);
  private final McpEndpoint endpoint = new McpEndpoint(PATIENCE, PATIENCE);
  private final Parley parley = ParleyBuilder.builder().inMemory().build();

  private FixtureServer() {}

  /** One that listens on a free port of loopback. */
  static FixtureServer started() {
    QUIETENED.forEach(logger -> logger.setLevel(Level.WARNING));
    FixtureServer server = new FixtureServer();
    server.start();
    return server;
  }

  /** Its MCP endpoint. */
  URI uri() {
    return URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/mcp");
  }

  private void start() {
    offer();
    connector.setHost("127.0.0.1");
    jetty.addConnector(connector);
    jetty.setHandler(application());
    try {
      jetty.start();
    } catch (Exception e) {
      throw new IllegalStateException("the fixture did not start", e);
    }
  }

  private void offer() {
    McpServer.async(endpoint)
        .serverInfo(Implementation.builder("parley-fixture", "1").build())
        .capabilities(
            ServerCapabilities.builder()
                .tools(false)
                .resources(true, false)
                .prompts(false)
                .completions()
                .logging()
                .build())
        .jsonMapper(Json.mapper())
        .tools(Stream.of(FixtureTools.all(), FixtureQuestions.all()).flatMap(List::stream).toList())
        .resources(FixtureResources.all())
        .resourceTemplates(FixtureResources.templates())
        .prompts(FixturePrompts.all())
        .completions(FixturePrompts.completions())
        .build();
  }

  /** As web.xml and the embedded server put a deployment together. */
  private ServletContextHandler application() {
    ServletContextHandler application = new ServletContextHandler("/");
    application.setInitParameter("parley.bound-to-loopback", "true");
    // Blank, or the environment of whoever runs the build would lock the suite out.
    application.setInitParameter("parley.token", " ");
    Deployment deployment = new Deployment(parley, Map.of("/mcp", endpoint));
    deployment.publish(application.getServletContext());
    TokenPolicy tokens = TokenPolicy.of(Settings.of(application.getServletContext()));
    new Authenticator(tokens, parley::credentials).publish(application.getServletContext());
    EnumSet<DispatcherType> requests = EnumSet.of(DispatcherType.REQUEST);
    application.addFilter(asynchronous(new FilterHolder(AccessFilter.class)), "/*", requests);
    EnumSet<DispatcherType> all = EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC);
    application.setAttribute("parley.reads-ahead", true);
    application.addFilter(asynchronous(new FilterHolder(BodyFilter.class)), "/*", all);
    application.addFilter(asynchronous(new FilterHolder(McpFilter.class)), "/mcp", all);
    return application;
  }

  private static FilterHolder asynchronous(FilterHolder filter) {
    filter.setAsyncSupported(true);
    return filter;
  }

  @Override
  public void close() {
    endpoint.close();
    try {
      jetty.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the fixture did not stop", e);
    } finally {
      parley.close();
    }
  }
}

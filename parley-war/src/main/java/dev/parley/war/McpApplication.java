package dev.parley.war;

import dev.parley.war.mcp.McpResource;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Map;
import java.util.Set;

/**
 * The MCP endpoints. They are an application of their own, because JAX-RS tries the pattern of each
 * resource for each request, longer ones first, and {@code /mcp} is shorter than all others.
 */
@ApplicationPath("/mcp")
public final class McpApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(FaultMapper.class);
  }

  /** Has one resource for all requests, because making one needs longer than most tools do. */
  @Override
  @SuppressWarnings("deprecation") // the way to say so that every JAX-RS knows
  public Set<Object> getSingletons() {
    return Set.of(new McpResource());
  }

  @Override
  public Map<String, Object> getProperties() {
    return JerseyDefaults.OFF;
  }
}

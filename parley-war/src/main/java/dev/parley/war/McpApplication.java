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
    return Set.of(McpResource.class, FaultMapper.class);
  }

  @Override
  public Map<String, Object> getProperties() {
    return JerseyDefaults.OFF;
  }
}

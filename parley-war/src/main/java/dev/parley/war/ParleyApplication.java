package dev.parley.war;

import dev.parley.war.mcp.McpResource;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** What JAX-RS serves. */
@ApplicationPath("/")
public final class ParleyApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(McpResource.class, HealthResource.class, FaultMapper.class);
  }
}

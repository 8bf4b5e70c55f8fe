package dev.parley.war;

import dev.parley.war.mcp.McpResource;
import dev.parley.war.oauth.AuthorizationMetadataResource;
import dev.parley.war.oauth.AuthorizationResource;
import dev.parley.war.oauth.ContextMetadataResource;
import dev.parley.war.oauth.RegistrationResource;
import dev.parley.war.oauth.TokenResource;
import dev.parley.war.oidc.ResourceMetadataResource;
import dev.parley.war.rest.HealthProbeResource;
import dev.parley.war.rest.WebResources;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The resources and providers that JAX-RS serves. */
@ApplicationPath("/")
public final class ParleyApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    Set<Class<?>> served = new HashSet<>(WebResources.all());
    served.addAll(
        Set.of(
            McpResource.class,
            HealthProbeResource.class,
            ResourceMetadataResource.class,
            AuthorizationMetadataResource.class,
            ContextMetadataResource.class,
            RegistrationResource.class,
            AuthorizationResource.class,
            TokenResource.class,
            FaultMapper.class));
    return served;
  }

  /**
   * Turns two defaults of Jersey off. Jersey would describe the resources at a path of its own. And
   * it would hold every answer back until 8 KB of it have gathered, also one that first asks the
   * client something, and so wait for ever. Other implementations do not know these names.
   */
  @Override
  public Map<String, Object> getProperties() {
    return Map.of(
        "jersey.config.server.wadl.disableWadl",
        true,
        "jersey.config.server.contentLength.buffer",
        0);
  }
}

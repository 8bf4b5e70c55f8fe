package dev.parley.war;

import dev.parley.war.oauth.AuthorizationMetadataResource;
import dev.parley.war.oauth.AuthorizationResource;
import dev.parley.war.oauth.ContextMetadataResource;
import dev.parley.war.oauth.RegistrationResource;
import dev.parley.war.oauth.TokenResource;
import dev.parley.war.oidc.ResourceMetadataResource;
import dev.parley.war.rest.WebResources;
import dev.parley.war.telemetry.MetricsResource;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The resources and providers that JAX-RS serves; {@code /mcp} and {@code /health} have filters.
 */
@ApplicationPath("/")
public final class ParleyApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    Set<Class<?>> served = new HashSet<>(WebResources.all());
    served.addAll(
        Set.of(
            MetricsResource.class,
            ResourceMetadataResource.class,
            AuthorizationMetadataResource.class,
            ContextMetadataResource.class,
            RegistrationResource.class,
            AuthorizationResource.class,
            TokenResource.class,
            FaultMapper.class));
    return served;
  }

  @Override
  public Map<String, Object> getProperties() {
    return JerseyDefaults.OFF;
  }
}

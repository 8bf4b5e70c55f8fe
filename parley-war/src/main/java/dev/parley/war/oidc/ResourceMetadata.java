package dev.parley.war.oidc;

import dev.parley.war.http.BearerChallenge;
import dev.parley.war.http.PublicAddress;
import dev.parley.war.http.RequestPath;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The description of this server as a protected resource (RFC 9728): it says which issuer gives
 * tokens for it. Each MCP endpoint has one, and the server as a whole.
 */
public final class ResourceMetadata {
  /** The path of the description of the server as a whole, below the context. */
  static final String PATH = "/.well-known/oauth-protected-resource";

  private static final String ATTRIBUTE = ResourceMetadata.class.getName();

  private final String issuer;
  private final String audience;
  private final Optional<String> scope;
  private final Set<String> endpoints;

  ResourceMetadata(
      String issuer, String audience, Optional<String> scope, Collection<String> endpoints) {
    this.issuer = issuer;
    this.audience = audience;
    this.scope = scope;
    this.endpoints = Set.copyOf(endpoints);
  }

  /** Returns the one of a deployment; empty where it takes no access tokens. */
  static Optional<ResourceMetadata> of(ServletContext context) {
    return Optional.ofNullable((ResourceMetadata) context.getAttribute(ATTRIBUTE));
  }

  /** Makes this the one of a deployment, which refusals name from now on. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
    new BearerChallenge(this::address, scope).publish(context);
  }

  /** Returns the address of the description of what a request asked for. */
  private Optional<String> address(HttpServletRequest request) {
    String path = RequestPath.of(request).filter(endpoints::contains).orElse("");
    return PublicAddress.of(request).map(base -> base + PATH + path);
  }

  /**
   * Returns the description that lies at the address of a request.
   *
   * @param path the path of an endpoint; empty for the server as a whole
   * @return empty where there is no such endpoint
   */
  Optional<Map<String, Object>> document(HttpServletRequest request, String path) {
    if (!path.isEmpty() && !endpoints.contains(path)) {
      return Optional.empty();
    }
    return PublicAddress.of(request).map(base -> document(resource(base, path)));
  }

  private Map<String, Object> document(String resource) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("resource", resource);
    fields.put("authorization_servers", List.of(issuer));
    scope.ifPresent(needed -> fields.put("scopes_supported", List.of(needed)));
    fields.put("bearer_methods_supported", List.of("header"));
    fields.put("resource_name", "Parley");
    return fields;
  }

  /**
   * Returns the name of the resource, for which clients ask the issuer for tokens: the audience
   * where that is an address the endpoint lies below, else the address itself.
   */
  private String resource(String base, String path) {
    String own = base + path;
    boolean isAbove = own.equals(audience) || own.startsWith(audience + "/");
    boolean isBelow = path.isEmpty() && audience.startsWith(base + "/");
    return isAbove || isBelow ? audience : own;
  }
}

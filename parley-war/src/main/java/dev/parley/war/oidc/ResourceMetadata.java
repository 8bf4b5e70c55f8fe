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
import java.util.function.UnaryOperator;

/**
 * The description of this server as a protected resource (RFC 9728): it says which issuer gives
 * tokens for it. Each MCP endpoint has one, and the server as a whole.
 */
public final class ResourceMetadata {
  /** The path of the description of the server as a whole, below the context. */
  static final String PATH = "/.well-known/oauth-protected-resource";

  private static final String ATTRIBUTE = ResourceMetadata.class.getName();

  private final UnaryOperator<String> issuer;
  private final UnaryOperator<String> audience;
  private final Optional<String> scope;
  private final List<String> scopes;
  private final Set<String> endpoints;

  private ResourceMetadata(
      UnaryOperator<String> issuer,
      UnaryOperator<String> audience,
      Optional<String> scope,
      List<String> scopes,
      Collection<String> endpoints) {
    this.issuer = issuer;
    this.audience = audience;
    this.scope = scope;
    this.scopes = scopes;
    this.endpoints = Set.copyOf(endpoints);
  }

  ResourceMetadata(
      String issuer, String audience, Optional<String> scope, Collection<String> endpoints) {
    this(base -> issuer, base -> audience, scope, scope.stream().toList(), endpoints);
  }

  /**
   * Returns the one of a server that gives tokens itself, for all its endpoints alike.
   *
   * @param endpoints the paths of the MCP endpoints below the context
   * @param scopes the scopes a client can ask for
   */
  public static ResourceMetadata ofOwnServer(Collection<String> endpoints, List<String> scopes) {
    return new ResourceMetadata(
        UnaryOperator.identity(), base -> base + "/mcp", Optional.empty(), scopes, endpoints);
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
    return PublicAddress.of(request).map(base -> document(base, path));
  }

  private Map<String, Object> document(String base, String path) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("resource", resource(base, path));
    fields.put("authorization_servers", List.of(issuer.apply(base)));
    if (!scopes.isEmpty()) {
      fields.put("scopes_supported", scopes);
    }
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
    String whole = audience.apply(base);
    boolean isAbove = own.equals(whole) || own.startsWith(whole + "/");
    boolean isBelow = path.isEmpty() && whole.startsWith(base + "/");
    return isAbove || isBelow ? whole : own;
  }
}

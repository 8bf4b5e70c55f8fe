package dev.parley.war.oauth;

import dev.parley.credential.Scope;
import dev.parley.oauth.Authorizations;
import dev.parley.oauth.OAuthClient;
import dev.parley.oauth.TokenAccess;
import dev.parley.oauth.TokenLifetimes;
import dev.parley.problem.ParleyException;
import dev.parley.trust.TrustedAuthorities;
import dev.parley.war.grant.Grant;
import dev.parley.war.http.AddressRate;
import dev.parley.war.settings.Settings;
import jakarta.servlet.ServletContext;
import jakarta.ws.rs.NotFoundException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The authorization server of a deployment. A person who is logged in at the page lets a client act
 * as an agent. What the client gets then is a credential, with tokens that change.
 */
public final class OAuthServer {
  /** The path of everything it serves but its description, below the context. */
  static final String PATH = "/oauth";

  /** The scopes a client can have. Looking at the page and administering are for people. */
  static final List<Scope> SCOPES =
      List.of(
          Scope.ROOMS_READ,
          Scope.ROOMS_WRITE,
          Scope.BUS_READ,
          Scope.BUS_WRITE,
          Scope.TEAM_READ,
          Scope.TEAM_WRITE);

  /** The registrations one address has at once. It has one more each minute. */
  static final int REGISTRATIONS_AT_ONCE = 10;

  private static final String ATTRIBUTE = OAuthServer.class.getName();
  private static final String PREFIX = "parley_oa_";
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final TokenLifetimes lifetimes;
  private final Supplier<Authorizations> stored;
  private final Set<String> endpoints;
  private final ClientDocuments documents;
  private final AddressRate registrations =
      new AddressRate(REGISTRATIONS_AT_ONCE, Duration.ofMinutes(1), System::nanoTime);

  private OAuthServer(
      OAuthSettings settings,
      TrustedAuthorities trusted,
      Supplier<Authorizations> stored,
      Collection<String> endpoints) {
    this.lifetimes = settings.lifetimes();
    this.stored = stored;
    this.endpoints = Set.copyOf(endpoints);
    DocumentFetch fetch = new DocumentFetch(trusted, settings.allowsPrivate(), TIMEOUT);
    this.documents = new ClientDocuments(fetch::get, System::nanoTime);
  }

  /**
   * Returns the one of a deployment; empty where the settings do not turn it on.
   *
   * @param trusted the authorities of the certificates of clients' documents
   * @param stored returns what people allowed, waiting for the storage to open; throws {@code
   *     unavailable}
   * @param endpoints the paths of the MCP endpoints below the context
   * @throws IllegalArgumentException where the settings cannot be followed; its message is for the
   *     deployer
   */
  public static Optional<OAuthServer> of(
      Settings settings,
      TrustedAuthorities trusted,
      Supplier<Authorizations> stored,
      Collection<String> endpoints) {
    return OAuthSettings.of(settings)
        .map(known -> new OAuthServer(known, trusted, stored, endpoints));
  }

  /**
   * Checks the settings, before anything is started.
   *
   * @throws IllegalArgumentException where they cannot be followed; its message is for the deployer
   */
  public static void check(Settings settings) {
    var unused = OAuthSettings.of(settings);
  }

  /** Returns the wire names of the scopes a client can have. */
  public static List<String> scopeNames() {
    return SCOPES.stream().map(Scope::wireName).toList();
  }

  /** Makes this the one of a deployment. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }

  /**
   * Returns the one of a deployment.
   *
   * @throws NotFoundException where it has none
   */
  static OAuthServer in(ServletContext context) {
    if (context.getAttribute(ATTRIBUTE) instanceof OAuthServer known) {
      return known;
    }
    throw new NotFoundException();
  }

  /**
   * Returns the rights that an access token gives; empty for one that is not good.
   *
   * @param address the network address of its holder
   * @throws ParleyException {@code unavailable}
   */
  public Optional<Grant> grant(String token, String address) {
    return token.startsWith(PREFIX)
        ? stored().access(token, address).map(OAuthServer::rights)
        : Optional.empty();
  }

  private static Grant rights(TokenAccess access) {
    Grant whole = Grant.of(access.credential());
    return new Grant(
        whole.credential(),
        whole.kind(),
        whole.role(),
        whole.workspace(),
        whole.names(),
        access.scopes(),
        Optional.of(access.expiresAt()));
  }

  /**
   * Returns what people allowed.
   *
   * @throws ParleyException {@code unavailable}
   */
  Authorizations stored() {
    return stored.get();
  }

  TokenLifetimes lifetimes() {
    return lifetimes;
  }

  /** Returns a client by its id; empty where there is none. */
  Optional<OAuthClient> client(String id) throws OAuthError {
    return ClientDocuments.isAddress(id)
        ? Optional.of(documents.find(id))
        : stored().clients().find(id);
  }

  /** Returns the rate at which one address may register clients. */
  AddressRate registrations() {
    return registrations;
  }

  /** Returns whether an address is that of this server or of one of its endpoints. */
  boolean isResource(String base, String address) {
    String path = address.startsWith(base) ? address.substring(base.length()) : "?";
    return path.isEmpty() || path.equals("/") || endpoints.contains(path);
  }

  /** Returns whether a path is that of an MCP endpoint. */
  boolean isEndpoint(String path) {
    return endpoints.contains(path);
  }
}

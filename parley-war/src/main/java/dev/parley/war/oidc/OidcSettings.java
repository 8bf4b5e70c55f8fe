package dev.parley.war.oidc;

import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.war.settings.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of an issuer.
 *
 * @param issuer its address, which its documents lie below
 * @param audience the audience a token has to be for
 * @param keys the address of its keys; empty: the one its document says, of the same origin
 * @param mapping the rights that claims give
 * @param conditions the conditions on a token
 * @param login the settings of logins at the page; empty where nobody logs in with the issuer
 */
record OidcSettings(
    URI issuer,
    String audience,
    Optional<URI> keys,
    ClaimMapping mapping,
    TokenConditions conditions,
    Optional<LoginSettings> login) {
  private static final String ISSUER = "oidc-issuer";
  private static final String AUDIENCE = "oidc-audience";
  private static final String KEYS = "oidc-jwks-uri";
  private static final String NAME = "oidc-name-claim";
  private static final String WORKSPACE = "oidc-workspace";
  private static final String WORKSPACE_CLAIM = "oidc-workspace-claim";
  private static final String ROLE = "oidc-role";
  private static final String ROLE_CLAIM = "oidc-role-claim";
  private static final String SCOPES = "oidc-scopes";
  private static final String REQUIRED_SCOPE = "oidc-required-scope";
  private static final String REQUIRED_ROLE = "oidc-required-role";
  private static final String SUBJECTS = "oidc-allowed-subjects";
  private static final String NONE = "none";

  /** The settings that mean nothing without an issuer, besides those of logins. */
  private static final List<String> DEPENDENT =
      List.of(
          AUDIENCE,
          KEYS,
          NAME,
          WORKSPACE,
          WORKSPACE_CLAIM,
          ROLE,
          ROLE_CLAIM,
          SCOPES,
          REQUIRED_SCOPE,
          REQUIRED_ROLE,
          SUBJECTS);

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]", Pattern.CASE_INSENSITIVE);

  /** The characters of a scope, as RFC 6749 has them: it is written into a header. */
  private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]+");

  /**
   * Returns the settings of a deployment; empty where it names no issuer.
   *
   * @throws IllegalArgumentException where they cannot be followed; its message is for the deployer
   */
  static Optional<OidcSettings> of(Settings settings) {
    Optional<String> issuer = settings.value(ISSUER);
    if (issuer.isEmpty()) {
      Stream.concat(DEPENDENT.stream(), LoginSettings.NAMES.stream())
          .filter(name -> settings.value(name).isPresent())
          .findFirst()
          .ifPresent(
              name -> {
                throw refusal(name, "needs --" + ISSUER);
              });
      return Optional.empty();
    }
    String audience =
        settings.value(AUDIENCE).orElseThrow(() -> refusal(ISSUER, "needs --" + AUDIENCE));
    return Optional.of(
        new OidcSettings(
            url(ISSUER, issuer.get()),
            audience,
            settings.value(KEYS).map(text -> url(KEYS, text)),
            mapping(settings),
            conditions(settings),
            LoginSettings.of(settings, rules(settings))));
  }

  /** Returns the settings that decide about people, as they were written. */
  private static String rules(Settings settings) {
    return Stream.concat(Stream.of(ISSUER, LoginSettings.CLIENT), DEPENDENT.stream())
        .map(name -> name + "=" + settings.value(name).orElse(""))
        .collect(Collectors.joining("\n"));
  }

  private static ClaimMapping mapping(Settings settings) {
    Optional<String> workspaceClaim = settings.value(WORKSPACE_CLAIM);
    Optional<WorkspaceId> workspace = read(settings, WORKSPACE, WorkspaceId::new);
    return new ClaimMapping(
        settings.value(NAME),
        workspaceClaim,
        workspaceClaim.isPresent() || workspace.isPresent()
            ? workspace
            : Optional.of(WorkspaceId.DEFAULT),
        settings.value(ROLE_CLAIM),
        read(settings, ROLE, Role::of).orElse(Role.MEMBER),
        scopes(settings));
  }

  private static Optional<Set<Scope>> scopes(Settings settings) {
    if (settings.value(SCOPES).filter(NONE::equals).isPresent()) {
      return Optional.of(Set.of());
    }
    Set<Scope> named = EnumSet.noneOf(Scope.class);
    for (String name : settings.values(SCOPES)) {
      named.add(checked(SCOPES, name, Scope::of));
    }
    return named.isEmpty() ? Optional.empty() : Optional.of(Scope.withIncluded(named));
  }

  private static TokenConditions conditions(Settings settings) {
    Optional<String> scope = requiredScope(settings);
    Optional<String> role = settings.value(REQUIRED_ROLE);
    Optional<String> roleClaim = settings.value(ROLE_CLAIM);
    if (role.isPresent() && roleClaim.isEmpty()) {
      throw refusal(REQUIRED_ROLE, "needs --" + ROLE_CLAIM);
    }
    return new TokenConditions(scope, Set.copyOf(settings.values(SUBJECTS)), role, roleClaim);
  }

  /** Returns the scope that every token and every login needs. */
  static Optional<String> requiredScope(Settings settings) {
    return settings.value(REQUIRED_SCOPE).map(text -> scope(REQUIRED_SCOPE, text));
  }

  /** Checks the name of a scope. */
  static String scope(String name, String text) {
    if (!SCOPE.matcher(text).matches()) {
      throw refusal(name, "must be one scope, not " + text);
    }
    return text;
  }

  private static <T> Optional<T> read(Settings settings, String name, Function<String, T> type) {
    return settings.value(name).map(text -> checked(name, text, type));
  }

  static <T> T checked(String name, String text, Function<String, T> type) {
    try {
      return type.apply(text);
    } catch (ParleyException unusable) {
      throw refusal(name, text + ": " + unusable.getMessage());
    }
  }

  /** Reads the address of something that is believed, so nobody may change it on the way. */
  static URI url(String name, String text) {
    URI url = endpoint(name, text);
    if (url.getQuery() != null) {
      throw refusal(name, text + " is no URL with a host and without a query");
    }
    return url;
  }

  /** Reads such an address that may have a query of its own. */
  static URI endpoint(String name, String text) {
    URI url;
    try {
      url = new URI(text);
    } catch (URISyntaxException noUrl) {
      throw refusal(name, text + " is no URL");
    }
    String host = url.getHost();
    if (host == null || url.getFragment() != null) {
      throw refusal(name, text + " is no URL with a host and without a query");
    }
    boolean isPlain = "http".equalsIgnoreCase(url.getScheme());
    if (!"https".equalsIgnoreCase(url.getScheme())
        && !(isPlain && LOOPBACK.matcher(host).matches())) {
      throw refusal(name, text + " must begin with https://, except on this machine");
    }
    return url;
  }

  static IllegalArgumentException refusal(String name, String sentence) {
    return new IllegalArgumentException("--" + name + " " + sentence);
  }
}

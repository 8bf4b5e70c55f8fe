package dev.parley.server;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options on access tokens and logins of an OpenID Connect issuer. The server checks their
 * values.
 */
final class OidcOptions {
  private static final String CLAIM = "CLAIM";

  @Option(
      names = "--oidc-issuer",
      paramLabel = "URL",
      description =
          "OpenID Connect issuer whose access tokens let callers in, besides the tokens of "
              + "this server; needs --oidc-audience. It has to answer when the server starts. "
              + "Bounds: an https URL, or http on this machine. Default: none.")
  private @Nullable String issuer;

  @Option(
      names = "--oidc-audience",
      paramLabel = "TEXT",
      description =
          "Audience an access token has to be for, such as https://host/mcp. Default: none.")
  private @Nullable String audience;

  @Option(
      names = "--oidc-jwks-uri",
      paramLabel = "URL",
      description =
          "Where the issuer has its keys. Bounds: an https URL, or http on this machine. "
              + "Default: as its document says, below the same host.")
  private @Nullable String keys;

  @Option(
      names = "--oidc-name-claim",
      paramLabel = CLAIM,
      description =
          "Claim with the name the caller acts as, also a path such as user.name. Default: "
              + "preferred_username, else sub.")
  private @Nullable String nameClaim;

  @Option(
      names = "--oidc-workspace",
      paramLabel = "NAME",
      description = "Workspace of its callers. Default: default.")
  private @Nullable String workspace;

  @Option(
      names = "--oidc-workspace-claim",
      paramLabel = CLAIM,
      description =
          "Claim with the workspace; a token without it is refused unless --oidc-workspace "
              + "is set. Default: none.")
  private @Nullable String workspaceClaim;

  @Option(
      names = "--oidc-role-claim",
      paramLabel = CLAIM,
      description =
          "Claim with roles, such as realm_access.roles; the highest of viewer, member, lead "
              + "and admin counts. Default: none.")
  private @Nullable String roleClaim;

  @Option(
      names = "--oidc-role",
      paramLabel = "ROLE",
      description =
          "Role of a token without one of these. Bounds: viewer, member, lead or admin. "
              + "Default: member.")
  private @Nullable String role;

  @Option(
      names = "--oidc-scopes",
      paramLabel = "SCOPES|none",
      description =
          "Scopes of a token that has none such as rooms:read, with commas. Default: those "
              + "of its role.")
  private @Nullable String scopes;

  @Option(
      names = "--oidc-required-scope",
      paramLabel = "SCOPE",
      description = "Scope that every access token needs. Default: none.")
  private @Nullable String requiredScope;

  @Option(
      names = "--oidc-required-role",
      paramLabel = "VALUE",
      description = "Value that the claim of --oidc-role-claim needs. Default: none.")
  private @Nullable String requiredRole;

  @Option(
      names = "--oidc-allowed-subjects",
      paramLabel = "SUBJECTS",
      description = "Subjects that are let in, with commas. Default: all of the issuer.")
  private @Nullable String subjects;

  @Option(
      names = "--oidc-client-id",
      paramLabel = "ID",
      description =
          "Client that the issuer knows the page by; people then log in at the page with the "
              + "issuer. Its redirect URI is ADDRESS/api/login/oidc/callback. Default: none.")
  private @Nullable String client;

  @Option(
      names = "--oidc-client-secret-file",
      paramLabel = "FILE",
      description =
          "File with the secret of that client, which only its owner may read; else the "
              + "environment's PARLEY_OIDC_CLIENT_SECRET. Default: a public client.")
  private @Nullable String clientSecretFile;

  @Option(
      names = "--oidc-page-url",
      paramLabel = "URL",
      description =
          "Address of the page as browsers know it, such as https://host. Bounds: an https "
              + "URL, or http on this machine. Default: as the browser names it, one of --hosts.")
  private @Nullable String page;

  @Option(
      names = "--oidc-login-scopes",
      paramLabel = "SCOPES",
      description = "Scopes to ask for besides openid at a login, with commas. Default: profile.")
  private @Nullable String loginScopes;

  @Option(
      names = "--oidc-login-time",
      paramLabel = "TIME",
      description = "How long such a login lasts, 8h or PT8H. Bounds: 1m to P30D. Default: 12h.")
  private @Nullable String loginTime;

  @Option(
      names = "--oidc-label",
      paramLabel = "TEXT",
      description =
          "Name of the issuer at the page. Bounds: 40 characters at most. Default: its host.")
  private @Nullable String label;

  /** Returns true if an issuer is named, so that callers can have tokens. */
  boolean hasIssuer() {
    return issuer != null && !issuer.isBlank();
  }

  /** The settings that were given, by their names. */
  Map<String, Object> given() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("oidc-issuer", issuer);
    all.put("oidc-audience", audience);
    all.put("oidc-jwks-uri", keys);
    all.put("oidc-name-claim", nameClaim);
    all.put("oidc-workspace", workspace);
    all.put("oidc-workspace-claim", workspaceClaim);
    all.put("oidc-role-claim", roleClaim);
    all.put("oidc-role", role);
    all.put("oidc-scopes", scopes);
    all.put("oidc-required-scope", requiredScope);
    all.put("oidc-required-role", requiredRole);
    all.put("oidc-allowed-subjects", subjects);
    all.put("oidc-client-id", client);
    all.put("oidc-client-secret-file", clientSecretFile);
    all.put("oidc-page-url", page);
    all.put("oidc-login-scopes", loginScopes);
    all.put("oidc-login-time", loginTime);
    all.put("oidc-label", label);
    return OptionValues.of(all);
  }
}

package dev.parley.server;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options on access tokens of an OpenID Connect issuer. The server checks their values. */
final class OidcOptions {
  private static final String CLAIM = "CLAIM";

  @Option(
      names = "--oidc-issuer",
      paramLabel = "URL",
      description =
          "OpenID Connect issuer whose access tokens let callers in, besides the tokens of this"
              + " server; needs --oidc-audience. It has to answer when the server starts.")
  private @Nullable String issuer;

  @Option(
      names = "--oidc-audience",
      paramLabel = "TEXT",
      description = "Audience an access token has to be for, such as https://host/mcp.")
  private @Nullable String audience;

  @Option(
      names = "--oidc-jwks-uri",
      paramLabel = "URL",
      description =
          "Where the issuer has its keys. Default: as its document says, below the same host.")
  private @Nullable String keys;

  @Option(
      names = "--oidc-name-claim",
      paramLabel = CLAIM,
      description =
          "Claim with the name the caller acts as, also a path such as user.name. Default:"
              + " preferred_username, else sub.")
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
          "Claim with the workspace; a token without it is refused unless --oidc-workspace is set.")
  private @Nullable String workspaceClaim;

  @Option(
      names = "--oidc-role-claim",
      paramLabel = CLAIM,
      description =
          "Claim with roles, such as realm_access.roles; the highest of viewer, member, lead and"
              + " admin counts.")
  private @Nullable String roleClaim;

  @Option(
      names = "--oidc-role",
      paramLabel = "ROLE",
      description = "Role of a token without one of these. Default: member.")
  private @Nullable String role;

  @Option(
      names = "--oidc-scopes",
      paramLabel = "SCOPES|none",
      description =
          "Scopes of a token that has none such as rooms:read, with commas. Default: those of its"
              + " role.")
  private @Nullable String scopes;

  @Option(
      names = "--oidc-required-scope",
      paramLabel = "SCOPE",
      description = "Scope that every access token needs.")
  private @Nullable String requiredScope;

  @Option(
      names = "--oidc-required-role",
      paramLabel = "VALUE",
      description = "Value that the claim of --oidc-role-claim needs.")
  private @Nullable String requiredRole;

  @Option(
      names = "--oidc-allowed-subjects",
      paramLabel = "SUBJECTS",
      description = "Subjects that are let in, with commas. Default: all of the issuer.")
  private @Nullable String subjects;

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
    return OptionValues.of(all);
  }
}

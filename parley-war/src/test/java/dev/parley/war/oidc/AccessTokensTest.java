package dev.parley.war.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.trust.TrustedAuthorities;
import dev.parley.war.grant.Grant;
import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import dev.parley.war.testing.TestIssuer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access tokens against an issuer in this process: cases I1 to I12 of the reference. */
class AccessTokensTest {
  private final TestIssuer issuer = TestIssuer.start();

  @AfterEach
  void stop() {
    issuer.close();
  }

  private AccessTokens tokens(String... namesAndValues) {
    Map<String, String> settings = new HashMap<>();
    settings.put("parley.oidc-issuer", issuer.url());
    settings.put("parley.oidc-audience", TestIssuer.AUDIENCE);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put("parley." + namesAndValues[i], namesAndValues[i + 1]);
    }
    return AccessTokens.of(Settings.of(Deployed.with(settings)), TrustedAuthorities.DEFAULT)
        .orElseThrow();
  }

  private void assertRefusedAtStart(String sentence, String... namesAndValues) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tokens(namesAndValues))
        .withMessageContaining(sentence);
  }

  private static long seconds(long fromNow) {
    return Instant.now().getEpochSecond() + fromNow;
  }

  @Test
  void token_good_givesTheRightsOfAMemberUnderItsName() {
    Grant grant = tokens().grant(issuer.token("ada")).orElseThrow();
    assertThat(grant.names()).isEqualTo(new NamePattern("ada"));
    assertThat(grant.kind()).isEqualTo(CredentialKind.PERSON);
    assertThat(grant.role()).isEqualTo(Role.MEMBER);
    assertThat(grant.scopes()).isEqualTo(Role.MEMBER.scopes());
    assertThat(grant.workspace()).contains(WorkspaceId.DEFAULT);
    assertThat(grant.stored()).isEmpty();
    assertThat(grant.expiresAt().orElseThrow())
        .isBetween(Instant.now().plusSeconds(350), Instant.now().plusSeconds(361));
  }

  @Test
  void credential_isTheSameForEachTokenOfASubject_andForNoOther() {
    AccessTokens tokens = tokens();
    String first = tokens.grant(issuer.token("ada")).orElseThrow().credential().orElseThrow();
    Grant renamed =
        tokens
            .grant(issuer.sign(issuer.claims("ada").claim("preferred_username", "countess")))
            .orElseThrow();
    assertThat(renamed.credential()).contains(first);
    assertThat(tokens.grant(issuer.token("bob")).orElseThrow().credential())
        .isNotEqualTo(Optional.of(first));
    assertThat(first).startsWith("oidc-").doesNotContain("ada");
  }

  @Test
  void audience_amongOthers_isEnough() {
    JWTClaimsSet.Builder several =
        issuer.claims("ada").audience(List.of("account", TestIssuer.AUDIENCE));
    assertThat(tokens().grant(issuer.sign(several))).isPresent();
  }

  @Test
  void token_signedByAnEcKey_isTaken() throws Exception {
    ECKey key = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
    issuer.publish(issuer.key(), key);
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("ec").build(),
            issuer.claims("ada").build());
    token.sign(new ECDSASigner(key));
    assertThat(tokens().grant(token.serialize())).isPresent();
  }

  @Test
  void token_ofAnotherAudienceOrIssuer_isRefused() {
    AccessTokens tokens = tokens();
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").audience("account")))).isEmpty();
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").audience(List.of())))).isEmpty();
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").issuer("http://127.0.0.1:1"))))
        .isEmpty();
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").issuer(issuer.url() + "/"))))
        .isEmpty();
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").subject(null)))).isEmpty();
  }

  @Test
  void token_outsideOfItsTimes_isRefused_exceptWithinTheSkew() {
    AccessTokens tokens = tokens();
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").claim("exp", seconds(-65)))))
        .isEmpty();
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").claim("exp", seconds(-30)))))
        .isPresent();
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").claim("nbf", seconds(90))))).isEmpty();
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").claim("nbf", seconds(30)))))
        .isPresent();
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").claim("exp", null)))).isEmpty();
  }

  @Test
  void token_thatWasFoundGood_isRefusedOnceItHasExpired() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    OidcSettings settings =
        OidcSettings.of(
                Settings.of(
                    Deployed.with(
                        Map.of(
                            "parley.oidc-issuer",
                            issuer.url(),
                            "parley.oidc-audience",
                            TestIssuer.AUDIENCE))))
            .orElseThrow();
    LimitedFetch fetch = new LimitedFetch(TrustedAuthorities.DEFAULT, Duration.ofSeconds(5));
    AccessTokens tokens = AccessTokens.read(settings, fetch, now::get);
    String token = issuer.token("ada");
    Instant end = tokens.grant(token).orElseThrow().expiresAt().orElseThrow();
    now.set(end.minusSeconds(2));
    assertThat(tokens.grant(token)).isPresent();
    now.set(end);
    assertThat(tokens.grant(token)).isEmpty();
  }

  @Test
  void token_withAWrongSignature_isRefused() {
    AccessTokens tokens = tokens();
    String good = issuer.token("ada");
    String[] parts = good.split("\\.", -1);
    String other = issuer.token("bob").split("\\.", -1)[1];
    assertThat(tokens.grant(parts[0] + "." + other + "." + parts[2])).isEmpty();
    assertThat(tokens.grant(parts[0] + "." + parts[1] + ".")).isEmpty();
    assertThat(tokens.grant(good)).isPresent();
  }

  @Test
  void token_unsignedOrSignedWithWhatEverybodyReads_isRefused() throws Exception {
    AccessTokens tokens = tokens();
    assertThat(tokens.grant(new PlainJWT(issuer.claims("ada").build()).serialize())).isEmpty();
    byte[] publicKey = issuer.key().toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8);
    SignedJWT symmetric =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(issuer.key().getKeyID()).build(),
            issuer.claims("ada").build());
    symmetric.sign(new MACSigner(publicKey));
    assertThat(tokens.grant(symmetric.serialize())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a.b.c", "....", "parley", "eyJhbGciOiJSUzI1NiJ9.e30.x"})
  void garbage_isRefused(String text) {
    assertThat(tokens().grant(text)).isEmpty();
  }

  @Test
  void token_thatIsTooLongOrBoundToAKey_isRefused() {
    AccessTokens tokens = tokens();
    String large = issuer.sign(issuer.claims("ada").claim("groups", "g".repeat(8_000)));
    assertThat(tokens.grant(large)).isEmpty();
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").claim("cnf", Map.of("jkt", "thumb")))))
        .isEmpty();
  }

  @Test
  void keyThatIsNotKnown_isReadAtOnce() {
    AccessTokens tokens = tokens();
    String old = issuer.token("ada");
    assertThat(tokens.grant(old)).isPresent();
    issuer.rotate();
    assertThat(tokens.grant(issuer.token("ada"))).isPresent();
    assertThat(issuer.keysRead()).isEqualTo(2);
    assertThat(tokens.grant(TestIssuer.sign(issuer.claims("ada"), TestIssuer.newKey()))).isEmpty();
  }

  @Test
  void issuerThatEnded_leavesKnownKeysGood_andUnknownOnesRefused() {
    AccessTokens tokens = tokens();
    String before = issuer.token("ada");
    String after = issuer.token("bob");
    assertThat(tokens.grant(before)).isPresent();
    issuer.close();
    assertThat(tokens.grant(before)).isPresent();
    assertThat(tokens.grant(after)).isPresent();
    assertThat(tokens.grant(TestIssuer.sign(issuer.claims("ada"), TestIssuer.newKey()))).isEmpty();
  }

  @Test
  void requiredScope_missing_isNoPermission() {
    AccessTokens tokens = tokens("oidc-required-scope", "parley");
    assertThat(tokens.grant(issuer.sign(issuer.claims("ada").claim("scope", "openid parley"))))
        .isPresent();
    for (String scope : List.of("openid", "parleys", "")) {
      String token = issuer.sign(issuer.claims("ada").claim("scope", scope));
      assertThatThrownBy(() -> tokens.grant(token))
          .isInstanceOfSatisfying(
              ParleyException.class,
              refused ->
                  assertThat(refused.problem().code()).isEqualTo(ProblemCode.PERMISSION_DENIED));
    }
  }

  @Test
  void gates_haveToBeMetAllTogether_andLookLikeAnyRefusal() {
    AccessTokens tokens =
        tokens(
            "oidc-allowed-subjects", "subject-of-ada, subject-of-bob",
            "oidc-role-claim", "realm_access.roles",
            "oidc-required-role", "parley-user",
            "oidc-required-scope", "parley");
    Map<String, Object> roles = Map.of("roles", List.of("parley-user", "other"));
    assertThat(
            tokens.grant(
                issuer.sign(
                    issuer.claims("bob").claim("realm_access", roles).claim("scope", "parley"))))
        .isPresent();
    assertThat(tokens.grant(issuer.sign(issuer.claims("eve").claim("realm_access", roles))))
        .isEmpty();
    assertThat(tokens.grant(issuer.token("ada"))).isEmpty();
  }

  @Test
  void document_thatCannotBeUsed_isRefusedAtStart() {
    issuer.describe("http://127.0.0.1:1", issuer.url() + TestIssuer.KEYS);
    assertRefusedAtStart("is the document of another issuer");
    issuer.describe(issuer.url(), "http://localhost:1/keys");
    assertRefusedAtStart("--oidc-jwks-uri");
    issuer.describe(issuer.url(), issuer.url() + "/none");
    assertRefusedAtStart("it answers HTTP 404");
    issuer.answer(TestIssuer.DOCUMENT, "{\"issuer\":\"" + issuer.url() + "\"}");
    assertRefusedAtStart("has no jwks_uri");
    issuer.answer(TestIssuer.DOCUMENT, "<html>");
    assertRefusedAtStart("it is no JSON");
    issuer.answer(TestIssuer.DOCUMENT, "x".repeat(LimitedFetch.MAX_BYTES + 1));
    assertRefusedAtStart("it has more than 262144 bytes");
    issuer.forget(TestIssuer.DOCUMENT);
    assertRefusedAtStart("it answers HTTP 404");
  }

  @Test
  void keys_thatCannotBeUsed_areRefusedAtStart() {
    issuer.answer(TestIssuer.KEYS, "{\"keys\":[]}");
    assertRefusedAtStart("it has no key");
    issuer.answer(TestIssuer.KEYS, "{}");
    assertRefusedAtStart("it is no set of keys");
    issuer.answer(TestIssuer.KEYS, " ".repeat(LimitedFetch.MAX_BYTES + 1));
    assertRefusedAtStart("it has more than 262144 bytes");
  }

  @Test
  void issuer_thatDoesNotAnswer_isRefusedAtStart() {
    issuer.close();
    assertRefusedAtStart("nobody answers there");
  }

  @Test
  void issuer_withASlashMore_isTheSame() {
    issuer.describe(issuer.url() + "/", issuer.url() + TestIssuer.KEYS);
    assertThat(tokens().grant(issuer.sign(issuer.claims("ada").issuer(issuer.url() + "/"))))
        .isPresent();
    issuer.describe(issuer.url(), issuer.url() + TestIssuer.KEYS);
    assertThat(tokens("oidc-issuer", issuer.url() + "/").grant(issuer.token("ada"))).isPresent();
  }

  @Test
  void keysOfAnotherOrigin_areTakenWhereTheyAreNamed() {
    issuer.describe(issuer.url(), "http://localhost:1/keys");
    assertThat(tokens("oidc-jwks-uri", issuer.url() + TestIssuer.KEYS).grant(issuer.token("ada")))
        .isPresent();
  }

  @Test
  void scopesOfToken_countAsFarAsItsRoleHasThem() {
    AccessTokens tokens = tokens("oidc-role-claim", "roles");
    assertThat(scopes(tokens, issuer.claims("ada").claim("scope", "openid rooms:write admin")))
        .containsExactlyInAnyOrder(Scope.ROOMS_READ, Scope.ROOMS_WRITE);
    assertThat(scopes(tokens, issuer.claims("ada").claim("scp", List.of("bus:read"))))
        .containsExactly(Scope.BUS_READ);
    assertThat(scopes(tokens, issuer.claims("ada").claim("scope", "admin"))).isEmpty();
    assertThat(
            scopes(
                tokens,
                issuer.claims("ada").claim("scope", "admin").claim("roles", List.of("admin"))))
        .containsExactly(Scope.ADMIN);
    assertThat(scopes(tokens("oidc-scopes", "none"), issuer.claims("ada"))).isEmpty();
    assertThat(scopes(tokens("oidc-scopes", "team:write"), issuer.claims("ada")))
        .containsExactlyInAnyOrder(Scope.TEAM_READ, Scope.TEAM_WRITE);
  }

  private Set<Scope> scopes(AccessTokens tokens, JWTClaimsSet.Builder claims) {
    return tokens.grant(issuer.sign(claims)).orElseThrow().scopes();
  }

  @Test
  void highestRole_counts_andNoneIsTheOneOfTheSetting() {
    AccessTokens tokens = tokens("oidc-role-claim", "realm_access.roles", "oidc-role", "viewer");
    Map<String, Object> roles = Map.of("roles", List.of("member", "lead", "offline_access"));
    assertThat(
            tokens
                .grant(issuer.sign(issuer.claims("ada").claim("realm_access", roles)))
                .orElseThrow()
                .role())
        .isEqualTo(Role.LEAD);
    assertThat(tokens.grant(issuer.token("bob")).orElseThrow().role()).isEqualTo(Role.VIEWER);
  }

  @Test
  void workspace_isTheOneOfTheClaim_orOfTheSetting_orNone() {
    JWTClaimsSet.Builder ofTeam = issuer.claims("ada").claim("team", "blue");
    assertThat(
            tokens("oidc-workspace-claim", "team")
                .grant(issuer.sign(ofTeam))
                .orElseThrow()
                .workspace())
        .contains(new WorkspaceId("blue"));
    assertThat(tokens("oidc-workspace-claim", "team").grant(issuer.token("ada"))).isEmpty();
    AccessTokens both = tokens("oidc-workspace-claim", "team", "oidc-workspace", "rest");
    assertThat(both.grant(issuer.token("ada")).orElseThrow().workspace())
        .contains(new WorkspaceId("rest"));
    assertThat(both.grant(issuer.sign(issuer.claims("ada").claim("team", "No Such")))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin", "syst3m", "guest", "_ada", "ada lovelace", "ada@example.org"})
  void name_reservedOrInAnotherForm_isRefused(String name) {
    assertThat(tokens().grant(issuer.token(name))).isEmpty();
  }

  @Test
  void name_isTheClaimOfTheSetting_elseTheSubject() {
    JWTClaimsSet.Builder named = issuer.claims("x").claim("handle", Map.of("short", "ada"));
    assertThat(
            tokens("oidc-name-claim", "handle.short")
                .grant(issuer.sign(named))
                .orElseThrow()
                .names())
        .isEqualTo(new NamePattern("ada"));
    assertThat(tokens("oidc-name-claim", "handle").grant(issuer.token("ada"))).isEmpty();
    JWTClaimsSet.Builder unnamed = issuer.claims("ada").claim("preferred_username", null);
    assertThat(tokens().grant(issuer.sign(unnamed)).orElseThrow().names())
        .isEqualTo(new NamePattern("subject-of-ada"));
  }

  @Test
  void program_thatGotItsOwnToken_isAnAgent() {
    JWTClaimsSet.Builder program =
        issuer.claims("service-account-build").claim("client_id", "build");
    assertThat(tokens().grant(issuer.sign(program)).orElseThrow().kind())
        .isEqualTo(CredentialKind.AGENT);
  }

  @Test
  void settings_thatMeanNothing_areRefused() {
    assertRefusedAtStart("must begin with https://", "oidc-issuer", "http://issuer.example");
    assertRefusedAtStart("is no URL", "oidc-issuer", "no url");
    assertRefusedAtStart("--oidc-issuer needs --oidc-audience", "oidc-audience", " ");
    assertRefusedAtStart("--oidc-required-role needs", "oidc-required-role", "user");
    assertRefusedAtStart("must be one scope", "oidc-required-scope", "two scopes");
    assertRefusedAtStart("is none of viewer", "oidc-role", "king");
    assertRefusedAtStart("is no scope", "oidc-scopes", "rooms:read,rooms:all");
    assertRefusedAtStart("--oidc-audience needs --oidc-issuer", "oidc-issuer", " ");
  }
}

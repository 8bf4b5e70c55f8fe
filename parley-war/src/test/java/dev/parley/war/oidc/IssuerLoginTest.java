package dev.parley.war.oidc;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.WorkspaceId;
import dev.parley.trust.TrustedAuthorities;
import dev.parley.war.grant.Grant;
import dev.parley.war.oidc.LoginRefused.Reason;
import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import dev.parley.war.testing.TestAuthorization;
import dev.parley.war.testing.TestIssuer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins of people against an issuer in this process. */
class IssuerLoginTest {
  private static final String REDIRECT = "http://127.0.0.1:1/api/login/oidc/callback";

  /** The example of RFC 7636, appendix B. */
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private static final LoginAttempt ATTEMPT =
      new LoginAttempt("the state", "the nonce", VERIFIER, REDIRECT);

  private final TestIssuer issuer = TestIssuer.start();
  private final TestAuthorization authorization = TestAuthorization.of(issuer);

  @AfterEach
  void stop() {
    issuer.close();
  }

  private AccessTokens tokens(String... namesAndValues) {
    Map<String, String> settings = new HashMap<>();
    settings.put("parley.bound-to-loopback", "true");
    settings.put("parley.oidc-issuer", issuer.url());
    settings.put("parley.oidc-audience", TestIssuer.AUDIENCE);
    settings.put("parley.oidc-client-id", TestAuthorization.CLIENT);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put("parley." + namesAndValues[i], namesAndValues[i + 1]);
    }
    return AccessTokens.of(Settings.of(Deployed.with(settings)), TrustedAuthorities.DEFAULT)
        .orElseThrow();
  }

  private IssuerLogin login(String... namesAndValues) {
    return tokens(namesAndValues).login().orElseThrow();
  }

  private static AuthorizationAnswer coded(String code) {
    return new AuthorizationAnswer(
        Optional.of(code), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private Grant loggedIn(IssuerLogin login) throws LoginRefused {
    return login.grant(ATTEMPT, coded(authorization.code(login.address(ATTEMPT))));
  }

  private LoginRefused refused(IssuerLogin login, AuthorizationAnswer answer) {
    LoginRefused refused =
        catchThrowableOfType(LoginRefused.class, () -> login.grant(ATTEMPT, answer));
    assertThat(refused).isNotNull();
    return refused;
  }

  private void assertRefused(IssuerLogin login) {
    LoginRefused refused = refused(login, coded(authorization.code(login.address(ATTEMPT))));
    assertThat(refused.reason()).isEqualTo(Reason.REFUSED);
    assertThat(refused).hasMessageStartingWith("This login is not good here.");
  }

  private void assertRefusedAtStart(String sentence, String... namesAndValues) {
    assertThatThrownBy(() -> tokens(namesAndValues))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  private void signing(UnaryOperator<JWTClaimsSet.Builder> changed) {
    authorization.signing(claims -> Optional.of(issuer.sign(changed.apply(claims))));
  }

  private static long seconds(long fromNow) {
    return Instant.now().getEpochSecond() + fromNow;
  }

  @Test
  void address_asksForACodeWithPkce() {
    authorization.describe("authorization_endpoint", issuer.url() + "/authorize?policy=a%2Bb");
    URI address = login("oidc-login-scopes", "email,roles").address(ATTEMPT);
    assertThat(address.toString()).startsWith(issuer.url() + "/authorize?policy=a%2Bb&");
    Map<String, String> query = new HashMap<>(TestAuthorization.fields(address.getRawQuery()));
    assertThat(query.remove("policy")).isEqualTo("a+b");
    assertThat(query)
        .isEqualTo(
            Map.of(
                "response_type", "code",
                "client_id", TestAuthorization.CLIENT,
                "redirect_uri", REDIRECT,
                "scope", "openid email roles",
                "state", "the state",
                "nonce", "the nonce",
                "code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                "code_challenge_method", "S256"));
  }

  @Test
  void scopes_areOpenidAndProfile_andTheOneAllNeed() {
    assertThat(scopes(login())).isEqualTo("openid profile");
    assertThat(scopes(login("oidc-required-scope", "parley"))).isEqualTo("openid profile parley");
    assertThat(scopes(login("oidc-login-scopes", "openid"))).isEqualTo("openid");
  }

  private static String scopes(IssuerLogin login) {
    return TestAuthorization.fields(login.address(ATTEMPT).getRawQuery()).get("scope");
  }

  @Test
  void person_hasTheRightsOfTheClaims_untilTheLoginEnds() throws Exception {
    signing(claims -> claims.claim("roles", List.of("lead", "other")).claim("team", "blue"));
    AccessTokens tokens =
        tokens("oidc-role-claim", "roles", "oidc-workspace-claim", "team", "oidc-login-time", "8h");
    Instant before = Instant.now();
    Grant grant = loggedIn(tokens.login().orElseThrow());
    assertThat(grant.names()).isEqualTo(new NamePattern("ada"));
    assertThat(grant.kind()).isEqualTo(CredentialKind.PERSON);
    assertThat(grant.role()).isEqualTo(Role.LEAD);
    assertThat(grant.scopes()).isEqualTo(Role.LEAD.scopes());
    assertThat(grant.workspace()).contains(new WorkspaceId("blue"));
    assertThat(grant.expiresAt().orElseThrow())
        .isBetween(before.plusSeconds(8 * 3600 - 1), before.plusSeconds(8 * 3600 + 60));
    String access = issuer.sign(issuer.claims("ada").claim("team", "blue"));
    assertThat(grant.credential()).isEqualTo(tokens.grant(access).orElseThrow().credential());
  }

  @Test
  void loginTime_isTwelveHours_andWithinItsBounds() throws Exception {
    Instant end = loggedIn(login()).expiresAt().orElseThrow();
    assertThat(end)
        .isBetween(Instant.now().plusSeconds(12 * 3600 - 60), Instant.now().plusSeconds(12 * 3600));
    assertThat(login("oidc-login-time", "1m").label()).isEqualTo("127.0.0.1");
    assertThat(login("oidc-login-time", "P30D").label()).isEqualTo("127.0.0.1");
    assertRefusedAtStart("--oidc-login-time must be 1m to P30D", "oidc-login-time", "59s");
    assertRefusedAtStart("--oidc-login-time must be 1m to P30D", "oidc-login-time", "PT720H1S");
    assertRefusedAtStart("--oidc-login-time", "oidc-login-time", "long");
  }

  @Test
  void secret_goesIntoAHeader_orIntoTheForm_asTheIssuerTakesIt() throws Exception {
    authorization.confidential();
    assertThat(loggedIn(login("oidc-client-secret", TestAuthorization.SECRET)).names().value())
        .isEqualTo("ada");
    TestAuthorization.Exchange basic = authorization.exchanges().get(0);
    assertThat(basic.form()).doesNotContainKeys("client_secret", "client_id");
    assertThat(basic.authorization()).isPresent();
    authorization.describe(
        "token_endpoint_auth_methods_supported", List.of("private_key_jwt", "client_secret_post"));
    assertThat(loggedIn(login("oidc-client-secret", TestAuthorization.SECRET)).names().value())
        .isEqualTo("ada");
    TestAuthorization.Exchange post = authorization.exchanges().get(1);
    assertThat(post.form()).containsEntry("client_secret", TestAuthorization.SECRET);
    assertThat(post.authorization()).isEmpty();
    assertRefused(login("oidc-client-secret", "another"));
    authorization.describe("token_endpoint_auth_methods_supported", List.of("private_key_jwt"));
    assertRefusedAtStart("takes a secret neither by", "oidc-client-secret", "s");
    assertThat(login().label()).isNotEmpty();
  }

  @Test
  void exchange_sendsTheVerifier_andACodeIsGoodOnce() throws Exception {
    IssuerLogin login = login();
    String code = authorization.code(login.address(ATTEMPT));
    assertThat(login.grant(ATTEMPT, coded(code)).names().value()).isEqualTo("ada");
    assertThat(authorization.exchanges().get(0).form())
        .isEqualTo(
            Map.of(
                "grant_type", "authorization_code",
                "code", code,
                "redirect_uri", REDIRECT,
                "code_verifier", VERIFIER,
                "client_id", TestAuthorization.CLIENT));
    assertThat(refused(login, coded(code)).reason()).isEqualTo(Reason.REFUSED);
    LoginAttempt other = new LoginAttempt("the state", "the nonce", "another" + VERIFIER, REDIRECT);
    String stolen = authorization.code(login.address(ATTEMPT));
    assertThatThrownBy(() -> login.grant(other, coded(stolen))).isInstanceOf(LoginRefused.class);
  }

  @Test
  void code_thatIsAbsentOrTooLong_isExchangedNowhere() {
    IssuerLogin login = login();
    AuthorizationAnswer empty =
        new AuthorizationAnswer(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    assertThat(refused(login, empty).reason()).isEqualTo(Reason.REFUSED);
    assertThat(refused(login, coded("c".repeat(4_097))).reason()).isEqualTo(Reason.REFUSED);
    assertThat(authorization.exchanges()).isEmpty();
    assertThat(refused(login, coded("c".repeat(4_096))).reason()).isEqualTo(Reason.REFUSED);
    assertThat(authorization.exchanges()).hasSize(1);
  }

  @Test
  void nonce_ofAnotherLogin_orNone_isRefused() {
    IssuerLogin login = login();
    signing(claims -> claims.claim("nonce", "another"));
    assertRefused(login);
    signing(claims -> claims.claim("nonce", null));
    assertRefused(login);
    signing(claims -> claims.claim("nonce", List.of("the nonce")));
    assertRefused(login);
  }

  @Test
  void token_forAnotherClient_isRefused() throws Exception {
    IssuerLogin login = login();
    signing(claims -> claims.audience("another"));
    assertRefused(login);
    signing(claims -> claims.audience(TestIssuer.AUDIENCE));
    assertRefused(login);
    signing(claims -> claims.audience(List.of()));
    assertRefused(login);
    signing(claims -> claims.claim("azp", "another"));
    assertRefused(login);
    signing(claims -> claims.claim("azp", 7));
    assertRefused(login);
    signing(claims -> claims.claim("azp", TestAuthorization.CLIENT));
    assertThat(loggedIn(login).names().value()).isEqualTo("ada");
  }

  @Test
  void token_forSeveralAudiences_hasToNameThisClient() throws Exception {
    IssuerLogin login = login();
    List<String> both = List.of(TestAuthorization.CLIENT, "another");
    signing(claims -> claims.audience(both));
    assertRefused(login);
    signing(claims -> claims.audience(both).claim("azp", "another"));
    assertRefused(login);
    signing(claims -> claims.audience(both).claim("azp", TestAuthorization.CLIENT));
    assertThat(loggedIn(login).names().value()).isEqualTo("ada");
  }

  @Test
  void token_ofAnotherIssuerOrKey_isRefused() {
    IssuerLogin login = login();
    signing(claims -> claims.issuer("http://127.0.0.1:1"));
    assertRefused(login);
    signing(claims -> claims.issuer(issuer.url() + "/"));
    assertRefused(login);
    authorization.signing(claims -> Optional.of(TestIssuer.sign(claims, TestIssuer.newKey())));
    assertRefused(login);
  }

  @Test
  void token_outsideOfItsTimes_isRefused_exceptWithinTheSkew() throws Exception {
    IssuerLogin login = login();
    signing(claims -> claims.claim("exp", seconds(-65)));
    assertRefused(login);
    signing(claims -> claims.claim("nbf", seconds(90)));
    assertRefused(login);
    signing(claims -> claims.claim("exp", null));
    assertRefused(login);
    signing(claims -> claims.claim("exp", seconds(-30)).claim("nbf", seconds(30)));
    assertThat(loggedIn(login).names().value()).isEqualTo("ada");
  }

  @Test
  void token_unsigned_orSignedWithWhatOthersKnow_isRefused() {
    IssuerLogin login = login("oidc-client-secret", TestAuthorization.SECRET);
    authorization.confidential();
    authorization.signing(claims -> Optional.of(new PlainJWT(claims.build()).serialize()));
    assertRefused(login);
    byte[] publicKey = issuer.key().toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8);
    byte[] secret = TestAuthorization.SECRET.repeat(4).getBytes(StandardCharsets.UTF_8);
    for (byte[] key : List.of(publicKey, secret)) {
      authorization.signing(claims -> Optional.of(symmetric(claims, key)));
      assertRefused(login);
    }
  }

  private String symmetric(JWTClaimsSet.Builder claims, byte[] key) {
    try {
      return signed(JWSAlgorithm.HS256, JOSEObjectType.JWT, claims, new MACSigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private String signed(
      JWSAlgorithm algorithm, JOSEObjectType type, JWTClaimsSet.Builder claims, JWSSigner signer) {
    try {
      JWSHeader header =
          new JWSHeader.Builder(algorithm).type(type).keyID(issuer.key().getKeyID()).build();
      SignedJWT token = new SignedJWT(header, claims.build());
      token.sign(signer);
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void accessToken_inPlaceOfAnIdToken_isRefused() throws Exception {
    IssuerLogin login = login();
    JWSSigner signer = new RSASSASigner(issuer.key());
    authorization.signing(
        claims ->
            Optional.of(signed(JWSAlgorithm.RS256, new JOSEObjectType("at+jwt"), claims, signer)));
    assertRefused(login);
    authorization.signing(
        claims -> Optional.of(signed(JWSAlgorithm.RS256, JOSEObjectType.JWT, claims, signer)));
    assertThat(loggedIn(login).names().value()).isEqualTo("ada");
  }

  @Test
  void token_thatIsAbsentOrGarbageOrTooLong_isRefused() throws Exception {
    IssuerLogin login = login();
    authorization.signing(claims -> Optional.empty());
    assertRefused(login);
    authorization.signing(claims -> Optional.of("a.b.c"));
    assertRefused(login);
    signing(claims -> claims.claim("groups", "g".repeat(IdTokens.MAX_LENGTH)));
    assertRefused(login);
    signing(claims -> claims.claim("groups", "g".repeat(IdTokens.MAX_LENGTH / 2)));
    assertThat(loggedIn(login).names().value()).isEqualTo("ada");
    signing(claims -> claims.claim("cnf", Map.of("jkt", "thumb")));
    assertRefused(login);
  }

  @Test
  void answer_ofAnotherIssuer_isRefused_beforeItsCodeIsExchanged() throws Exception {
    IssuerLogin login = login();
    assertThat(refused(login, from("http://127.0.0.1:1", login)).reason())
        .isEqualTo(Reason.REFUSED);
    assertThat(refused(login, from(issuer.url() + "/", login)).reason()).isEqualTo(Reason.REFUSED);
    assertThat(authorization.exchanges()).isEmpty();
    assertThat(login.grant(ATTEMPT, from(issuer.url(), login)).names().value()).isEqualTo("ada");
  }

  @Test
  void answer_thatDoesNotNameTheIssuer_isRefusedWhereTheIssuerAlwaysDoes() throws Exception {
    authorization.describe("authorization_response_iss_parameter_supported", true);
    IssuerLogin login = login();
    assertRefused(login);
    assertThat(login.grant(ATTEMPT, from(issuer.url(), login)).names().value()).isEqualTo("ada");
  }

  private AuthorizationAnswer from(String said, IssuerLogin login) {
    String code = authorization.code(login.address(ATTEMPT));
    return new AuthorizationAnswer(
        Optional.of(code), Optional.of(said), Optional.empty(), Optional.empty());
  }

  @Test
  void errorOfTheIssuer_isSaidOnOneLineWithinABound() {
    IssuerLogin login = login("oidc-label", "Example");
    AuthorizationAnswer denied =
        new AuthorizationAnswer(
            Optional.of("code"),
            Optional.empty(),
            Optional.of("access_denied"),
            Optional.of("no\r\n\u202e" + "x".repeat(500)));
    LoginRefused refused = refused(login, denied);
    assertThat(refused.reason()).isEqualTo(Reason.ISSUER_ERROR);
    assertThat(refused)
        .hasMessageStartingWith("Example did not log you in: access_denied: no???xxx")
        .hasMessageMatching("[\\x20-\\x7e]{200,260}");
    assertThat(authorization.exchanges()).isEmpty();
  }

  @Test
  void errorInTheNameOfAnotherIssuer_isNotSaid() {
    AuthorizationAnswer foreign =
        new AuthorizationAnswer(
            Optional.empty(),
            Optional.of("http://127.0.0.1:1"),
            Optional.of("call this number"),
            Optional.empty());
    LoginRefused refused = refused(login(), foreign);
    assertThat(refused.reason()).isEqualTo(Reason.REFUSED);
    assertThat(refused.getMessage()).doesNotContain("number");
  }

  @ParameterizedTest
  @CsvSource({
    "500, '', ISSUER_UNAVAILABLE",
    "302, '', ISSUER_UNAVAILABLE",
    "200, <html>, ISSUER_UNAVAILABLE",
    "200, [], ISSUER_UNAVAILABLE",
    "400, <html>, REFUSED",
    "401, '', REFUSED",
    "200, {}, REFUSED"
  })
  void tokenEndpoint_thatAnswersOtherwise_refuses(int status, String body, Reason reason) {
    IssuerLogin login = login();
    authorization.answer(status, body);
    assertThat(refused(login, coded("code")).reason()).isEqualTo(reason);
  }

  @Test
  void tokenEndpoint_thatIsAwayOrAnswersTooMuch_isUnavailable() {
    IssuerLogin login = login();
    authorization.answer(200, "{\"a\":\"" + "x".repeat(LimitedFetch.MAX_BYTES) + "\"}");
    assertThat(refused(login, coded("code")).reason()).isEqualTo(Reason.ISSUER_UNAVAILABLE);
    issuer.close();
    assertThat(refused(login, coded("code")).reason()).isEqualTo(Reason.ISSUER_UNAVAILABLE);
  }

  @Test
  void logins_pastTheBoundAtOnce_areRefused_andTakenAfterwards() throws Exception {
    IssuerLogin login = login();
    CountDownLatch mayAnswer = new CountDownLatch(1);
    authorization.signing(
        claims -> {
          try {
            mayAnswer.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return Optional.of(issuer.sign(claims));
        });
    ExecutorService threads = Executors.newFixedThreadPool(IssuerLogin.MAX_AT_ONCE);
    try {
      List<CompletableFuture<String>> waiting = new ArrayList<>();
      for (int i = 0; i < IssuerLogin.MAX_AT_ONCE; i++) {
        waiting.add(CompletableFuture.supplyAsync(() -> outcome(login), threads));
      }
      eventually("the places are taken", () -> login.free() == 0);
      assertThat(refused(login, coded("one more")).reason()).isEqualTo(Reason.BUSY);
      mayAnswer.countDown();
      for (CompletableFuture<String> one : waiting) {
        assertThat(one.join()).isEqualTo("ada");
      }
      assertThat(loggedIn(login).names().value()).isEqualTo("ada");
    } finally {
      mayAnswer.countDown();
      threads.shutdownNow();
    }
  }

  private String outcome(IssuerLogin login) {
    try {
      return loggedIn(login).names().value();
    } catch (LoginRefused refused) {
      return refused.reason().toString();
    }
  }

  @Test
  void gates_haveToBeMet_andLookLikeAnyRefusal() throws Exception {
    assertRefused(login("oidc-allowed-subjects", "subject-of-bob"));
    assertThat(loggedIn(login("oidc-allowed-subjects", "subject-of-ada")).names().value())
        .isEqualTo("ada");
    IssuerLogin strict = login("oidc-role-claim", "roles", "oidc-required-role", "parley-user");
    assertRefused(strict);
    signing(claims -> claims.claim("roles", List.of("parley-user")));
    assertThat(loggedIn(strict).role()).isEqualTo(Role.MEMBER);
  }

  @Test
  void scopesThatTheIssuerGave_count_orThoseThatWereAsked() throws Exception {
    IssuerLogin login = login("oidc-required-scope", "parley");
    assertThat(loggedIn(login).scopes()).isEqualTo(Role.MEMBER.scopes());
    authorization.extra(Map.of("scope", "openid parley watch rooms:read"));
    assertThat(loggedIn(login).scopes()).containsExactlyInAnyOrder(Scope.WATCH, Scope.ROOMS_READ);
    authorization.extra(Map.of("scope", "openid"));
    assertRefused(login);
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin", "ada@example.org", "_ada", "ada\nbob"})
  void name_reservedOrInAnotherForm_isRefused(String name) {
    authorization.person(name);
    assertRefused(login());
  }

  @Test
  void program_isNoPerson() throws Exception {
    authorization.person("service-account-build");
    assertThat(loggedIn(login()).kind()).isEqualTo(CredentialKind.AGENT);
  }

  @Test
  void endSession_isTheAddressOfTheIssuerWithTheClient() {
    assertThat(login().endSession()).isEmpty();
    authorization.describe("end_session_endpoint", issuer.url() + "/logout");
    assertThat(login().endSession()).contains(issuer.url() + "/logout?client_id=parley+page");
  }

  @Test
  void rules_changeWithThoseWhoAreLetIn_andNotWithTheRest() {
    String rules = login().rules();
    assertThat(login("oidc-label", "Example", "oidc-login-time", "1h").rules()).isEqualTo(rules);
    assertThat(login("oidc-allowed-subjects", "x").rules()).isNotEqualTo(rules);
    assertThat(login("oidc-role", "viewer").rules()).isNotEqualTo(rules);
    assertThat(login("oidc-client-id", "other").rules()).isNotEqualTo(rules);
  }

  @Test
  void issuer_thatCannotDoIt_isRefusedAtStart() {
    authorization.describe("code_challenge_methods_supported", List.of("plain"));
    assertRefusedAtStart("takes no code challenge S256");
    authorization.describe("code_challenge_methods_supported", List.of("plain", "S256"));
    assertThat(login().label()).isNotEmpty();
    authorization.describe("token_endpoint", "http://issuer.example/token");
    assertRefusedAtStart("must begin with https://");
    authorization.withhold("token_endpoint");
    assertRefusedAtStart("has no token_endpoint");
    authorization.describe("token_endpoint", issuer.url() + "/token");
    authorization.withhold("authorization_endpoint");
    assertRefusedAtStart("has no authorization_endpoint");
    assertThat(tokens("oidc-client-id", " ").login()).isEmpty();
  }

  @Test
  void settings_thatMeanNothing_areRefused() {
    assertRefusedAtStart(
        "--oidc-client-id needs --oidc-issuer", "oidc-issuer", " ", "oidc-audience", " ");
    assertRefusedAtStart(
        "--oidc-label needs --oidc-client-id", "oidc-client-id", " ", "oidc-label", "x");
    assertRefusedAtStart("40 characters", "oidc-label", "l".repeat(41));
    assertThat(login("oidc-label", "l".repeat(40)).label()).hasSize(40);
    assertRefusedAtStart("must be one scope", "oidc-login-scopes", "two scopes");
    assertRefusedAtStart("must begin with https://", "oidc-page-url", "http://parley.example");
    assertRefusedAtStart("without a query", "oidc-page-url", "https://parley.example/?a=b");
    assertRefusedAtStart("--oidc-client-id needs --oidc-page-url", "bound-to-loopback", "false");
    assertThat(login("bound-to-loopback", "false", "hosts", "parley.example").page()).isEmpty();
    assertThat(
            login("bound-to-loopback", "false", "oidc-page-url", "https://parley.example/in/")
                .page())
        .contains("https://parley.example/in");
    assertRefusedAtStart(
        "only one may be", "oidc-client-secret", "a", "oidc-client-secret-file", "b");
    assertRefusedAtStart(
        "--oidc-client-secret-file is of no use: the token file /no/such does not exist",
        "oidc-client-secret-file",
        "/no/such");
  }

  @Test
  void secrets_areInNoText() {
    LoginSettings settings =
        LoginSettings.of(
                Settings.of(
                    Deployed.with(
                        Map.of(
                            "parley.bound-to-loopback", "true",
                            "parley.oidc-client-id", "page",
                            "parley.oidc-client-secret", "hidden"))),
                "rules")
            .orElseThrow();
    assertThat(settings.secret()).contains("hidden");
    assertThat(settings.toString()).doesNotContain("hidden");
    assertThat(ATTEMPT.toString()).doesNotContain(VERIFIER).doesNotContain("the nonce");
  }
}

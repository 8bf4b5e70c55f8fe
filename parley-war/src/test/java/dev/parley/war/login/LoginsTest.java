package dev.parley.war.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.IssuedCredential;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.auth.FailedLoginLimiter;
import dev.parley.war.auth.TokenPolicy;
import dev.parley.war.grant.Grant;
import dev.parley.war.login.Logins.Begun;
import dev.parley.war.settings.Settings;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Logins that no change of a credential reached, as they were opened while it happened, and those
 * of people whom an issuer named.
 */
class LoginsTest {
  private static final String RULES = "rules";

  private final ServletContext context = loopback();
  private final Parley parley = ParleyBuilder.builder().inMemory().build();
  private final Connection observer = parley.connect(ConnectOptions.of("observer"));
  private final Logins logins =
      new Logins(
          new Authenticator(TokenPolicy.of(Settings.of(context)), parley::credentials),
          () -> parley,
          workspace -> observer,
          new People(),
          FailedLoginLimiter.of(context),
          LoginFiles.inMemory(),
          Optional.of(RULES));
  private final AtomicInteger ended = new AtomicInteger();

  private static ServletContext loopback() {
    ServletContextHandler handler = new ServletContextHandler();
    handler.setInitParameter("parley.bound-to-loopback", "true");
    return handler.getServletContext();
  }

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void expire_endsALoginWithoutACredentialOnceOneIsNeeded() {
    begin(Optional.empty());
    logins.expire();
    assertThat(ended).hasValue(0);
    IssuedCredential unused = person();
    logins.expire();
    assertThat(ended).hasValue(1);
  }

  @Test
  void expire_endsALoginOfARevokedCredential() {
    IssuedCredential issued = person();
    begin(Optional.of(issued.token()));
    logins.expire();
    assertThat(ended).hasValue(0);
    Credential unused = parley.credentials().revoke(issued.credential().id());
    logins.expire();
    assertThat(ended).hasValue(1);
  }

  /** The notice of a new credential may come after its holder has logged in. */
  @Test
  void noticeOfANewCredential_endsNoLoginOfIt_andThatOfAChangeDoes() {
    IssuedCredential issued = person();
    begin(Optional.of(issued.token()));
    logins.created(issued.credential());
    assertThat(ended).hasValue(0);
    logins.changed(issued.credential());
    assertThat(ended).hasValue(1);
  }

  @Test
  void loginOfAnIssuer_isKnownByItsCookie_untilItIsEnded() {
    Begun begun = logins.begin(issued("ada", Role.LEAD, Instant.now().plusSeconds(3600)));
    begun.login().endWith(ended::incrementAndGet);
    assertThat(begun.longest()).isBetween(Duration.ofSeconds(3590), Duration.ofSeconds(3600));
    Login found = logins.of(begun.cookie()).orElseThrow();
    assertThat(found.name()).isEqualTo(Nickname.of("ada"));
    assertThat(found.grant()).isEqualTo(begun.login().grant());
    assertThat(found.isOfAnIssuer()).isTrue();
    logins.expire();
    logins.created(person().credential());
    assertThat(ended).hasValue(0);
    logins.end(begun.cookie());
    assertThat(ended).hasValue(1);
    assertThat(logins.of(begun.cookie())).isEmpty();
  }

  @Test
  void loginOfAnIssuer_endsWithItsTime() {
    Begun begun = logins.begin(issued("ada", Role.MEMBER, Instant.now().minusSeconds(1)));
    begun.login().endWith(ended::incrementAndGet);
    logins.expire();
    assertThat(ended).hasValue(1);
    assertThat(logins.of(begun.cookie())).isEmpty();
  }

  @Test
  void connectionOfALogin_isVerifiedWhereACredentialLetItsPersonIn() {
    assertThat(isVerified(begun(Optional.empty()))).isFalse();
    assertThat(isVerified(begun(Optional.of(person().token())))).isTrue();
    Grant issued = issued("ada", Role.LEAD, Instant.now().plusSeconds(3600));
    assertThat(isVerified(logins.begin(issued).login())).isTrue();
  }

  private static boolean isVerified(Login login) {
    return login.connection().id().isVerified();
  }

  @Test
  void personOfAnIssuer_withoutTheRightToThePage_isRefused() {
    Instant end = Instant.now().plusSeconds(60);
    assertRefused("watch", () -> logins.begin(issued("ada", CredentialKind.PERSON, Set.of(), end)));
    assertRefused(
        "the page is for people",
        () -> logins.begin(issued("ada", CredentialKind.AGENT, Role.MEMBER.scopes(), end)));
    assertRefused(
        "yours is ada.lovelace", () -> logins.begin(issued("ada.lovelace", Role.MEMBER, end)));
    assertRefused(
        "at most 32 letters", () -> logins.begin(issued("a".repeat(33), Role.MEMBER, end)));
    assertThat(logins.begin(issued("a".repeat(32), Role.MEMBER, end)).cookie()).isNotEmpty();
  }

  @Test
  void accessToken_atThePage_isRefusedInWords() {
    Grant grant = issued("ada", Role.MEMBER, Instant.now().plusSeconds(60));
    Logins taking =
        new Logins(
            new Authenticator(
                TokenPolicy.of(Settings.of(context)),
                parley::credentials,
                (token, address) ->
                    Optional.of(grant).filter(unused -> token.equals("an.access.token"))),
            () -> parley,
            workspace -> observer,
            new People(),
            FailedLoginLimiter.of(context),
            LoginFiles.inMemory(),
            Optional.empty());
    assertRefused(
        "the page takes no access token; log in with a token of this server",
        () ->
            taking.begin(
                Optional.of("an.access.token"), "127.0.0.1", Optional.empty(), Nickname.of("ada")));
  }

  private static void assertRefused(String sentence, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ParleyException.class,
            refused ->
                assertThat(refused.problem().code()).isEqualTo(ProblemCode.PERMISSION_DENIED))
        .hasMessageContaining(sentence);
  }

  static Grant issued(String name, Role role, Instant end) {
    return issued(name, CredentialKind.PERSON, role, role.scopes(), end);
  }

  private static Grant issued(String name, CredentialKind kind, Set<Scope> scopes, Instant end) {
    return issued(name, kind, Role.MEMBER, scopes, end);
  }

  private static Grant issued(
      String name, CredentialKind kind, Role role, Set<Scope> scopes, Instant end) {
    return new Grant(
        Optional.of("oidc-1234567890123456789012"),
        kind,
        role,
        Optional.of(new WorkspaceId("blue")),
        new NamePattern(name),
        scopes,
        Optional.of(end.truncatedTo(ChronoUnit.SECONDS)));
  }

  private void begin(Optional<String> token) {
    begun(token).endWith(ended::incrementAndGet);
  }

  private Login begun(Optional<String> token) {
    return logins
        .begin(token, "127.0.0.1", Optional.empty(), Nickname.of("ana"))
        .orElseThrow()
        .login();
  }

  private IssuedCredential person() {
    return parley
        .credentials()
        .create(
            CredentialDraft.of(
                CredentialKind.PERSON,
                Role.MEMBER,
                WorkspaceId.DEFAULT,
                new NamePattern("ana"),
                "of a test"),
            "test");
  }
}

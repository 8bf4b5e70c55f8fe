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
import dev.parley.engine.config.Limits;
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
import dev.parley.war.wire.HttpProblemException;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
    return deployed("parley.bound-to-loopback", "true");
  }

  private static ServletContext deployed(String setting, String value) {
    ServletContextHandler handler = new ServletContextHandler();
    handler.setInitParameter(setting, value);
    return handler.getServletContext();
  }

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void expire_endsALoginWithoutACredentialOnceOneIsNeeded() {
    var unusedLogin = begin(Optional.empty());
    logins.expire();
    assertThat(ended).hasValue(0);
    IssuedCredential unused = person();
    logins.expire();
    assertThat(ended).hasValue(1);
  }

  @Test
  void expire_endsALoginOfARevokedCredential() {
    IssuedCredential issued = person();
    var unusedLogin = begin(Optional.of(issued.token()));
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
    var unusedLogin = begin(Optional.of(issued.token()));
    logins.created(issued.credential());
    assertThat(ended).hasValue(0);
    logins.changed(issued.credential());
    assertThat(ended).hasValue(1);
  }

  @Test
  void move_takesThePersonToTheOtherWorkspace_withAllThatComesAfter() {
    Begun begun = begin(Optional.empty());
    Connection before = begun.login().connection();
    assertThat(observer.presence().isPerson("ana")).isTrue();
    Begun moved = move(logins, begun, "red");
    assertThat(moved.login().workspace()).isEqualTo(new WorkspaceId("red"));
    assertThat(moved.longest()).isBetween(Duration.ofDays(29), Duration.ofDays(30));
    assertThat(ended).hasValue(1);
    assertThat(observer.presence().isPerson("ana")).as("present where she was").isFalse();
    try (Connection red = parley.connect(ConnectOptions.of("bob").in(new WorkspaceId("red")))) {
      assertThat(red.presence().isPerson("ana")).isTrue();
    }
    assertThatThrownBy(() -> before.rooms().list()).isInstanceOf(ParleyException.class);
    assertThatThrownBy(() -> begun.login().connection()).isInstanceOf(ParleyException.class);
    assertThat(logins.of(moved.cookie())).hasValue(moved.login());
    assertThat(logins.of(begun.cookie())).as("a request on its way").hasValue(moved.login());
  }

  @Test
  void move_backAndForth_endsWhereItWentLast_andALogoutEndsItAll() {
    Begun begun = begin(Optional.empty());
    Begun red = move(logins, begun, "red");
    Begun back = move(logins, begun, "default"); // of another page, with the cookie of before
    assertThat(back.login().workspace()).isEqualTo(WorkspaceId.DEFAULT);
    assertThat(logins.of(red.cookie())).hasValue(back.login());
    logins.end(red.cookie());
    for (Begun one : List.of(begun, red, back)) {
      assertThat(logins.of(one.cookie())).isEmpty();
      assertThatThrownBy(() -> move(logins, one, "blue")).isInstanceOf(HttpProblemException.class);
    }
  }

  @Test
  void move_ofAPersonOfOneWorkspace_isRefused_whetherTheOtherIsThereOrNot() {
    try (Connection red = parley.connect(ConnectOptions.of("bob").in(new WorkspaceId("red")))) {
      assertThat(red.presence().isPerson("ana")).isFalse();
      Begun begun = begin(Optional.of(person().token()));
      for (String other : List.of("red", "never-there")) {
        assertRefused(
            "this credential opens no workspace '" + other + "'", () -> move(logins, begun, other));
      }
      assertThat(ended).hasValue(0);
      assertThat(logins.of(begun.cookie())).hasValue(begun.login());
      assertRefused(
          "this credential opens no workspace 'red'",
          () ->
              logins.begin(
                  Optional.of(person().token()),
                  "127.0.0.1",
                  Optional.empty(),
                  Nickname.of("ana"),
                  Optional.of(new WorkspaceId("red"))));
    }
  }

  @Test
  void move_whereTheServerIsFull_changesNothing() {
    try (Parley full =
        ParleyBuilder.builder().inMemory().limits(Limits.DEFAULT.withWorkspaces(1)).build()) {
      Logins few = logins(full, LoginFiles.inMemory(), context);
      Begun begun = begin(few, Optional.empty());
      assertThatThrownBy(() -> move(few, begun, "red"))
          .isInstanceOfSatisfying(
              ParleyException.class,
              refused -> assertThat(refused.problem().code()).isEqualTo(ProblemCode.LIMIT_REACHED));
      assertThat(ended).hasValue(0);
      assertThat(few.of(begun.cookie())).hasValue(begun.login());
      assertThat(begun.login().connection().workspace()).isEqualTo(WorkspaceId.DEFAULT);
    }
  }

  /** Each node has a login of its own, and the cookie says where the person went last. */
  @Test
  void move_atOneNode_isFollowedAtAnother_alsoAfterARestart() {
    ServletContext closed = deployed("parley.token", "correct-horse");
    LoginFiles files = LoginFiles.inMemory();
    Logins here = logins(parley, files, closed);
    Logins there = logins(parley, files, closed);
    Begun begun = begin(here, Optional.of("correct-horse"));
    Login known = there.of(begun.cookie()).orElseThrow();
    known.endWith(ended::incrementAndGet);
    Begun moved = move(here, begun, "red");
    assertThat(ended).as("the login of this node").hasValue(1);
    Login followed = there.of(moved.cookie()).orElseThrow();
    assertThat(followed.workspace()).isEqualTo(new WorkspaceId("red"));
    assertThat(ended).as("that of the other node, too").hasValue(2);
    assertThat(there.of(begun.cookie())).hasValue(followed);
    Logins again = logins(parley, files, closed);
    assertThat(again.of(moved.cookie()).orElseThrow().workspace())
        .isEqualTo(new WorkspaceId("red"));
  }

  @Test
  void begin_inANamedWorkspace_isThere_andItsCookieToo() {
    Begun begun =
        logins
            .begin(
                Optional.empty(),
                "127.0.0.1",
                Optional.empty(),
                Nickname.of("ana"),
                Optional.of(new WorkspaceId("red")))
            .orElseThrow();
    assertThat(begun.login().connection().workspace()).isEqualTo(new WorkspaceId("red"));
    logins.close(); // a server that knows the cookie alone
    assertThat(logins.of(begun.cookie()).orElseThrow().workspace())
        .isEqualTo(new WorkspaceId("red"));
  }

  @Test
  void moves_atTheSameTime_leaveOneLogin_whoseCookieCounts() throws Exception {
    Begun begun = begin(Optional.empty());
    int pages = 4;
    CyclicBarrier together = new CyclicBarrier(pages);
    ExecutorService threads = Executors.newFixedThreadPool(pages);
    try {
      List<Future<Begun>> moves = new ArrayList<>();
      for (int i = 0; i < pages; i++) {
        String to = "w" + i;
        moves.add(
            threads.submit(
                () -> {
                  together.await();
                  return move(logins, begun, to);
                }));
      }
      List<Begun> all = new ArrayList<>();
      for (Future<Begun> move : moves) {
        all.add(move.get());
      }
      Set<Login> left = new HashSet<>();
      all.forEach(moved -> left.add(logins.of(moved.cookie()).orElseThrow()));
      assertThat(left).hasSize(1);
      WorkspaceId where = left.iterator().next().workspace();
      for (int i = 0; i < pages; i++) {
        WorkspaceId one = new WorkspaceId("w" + i);
        try (Connection looking = parley.connect(ConnectOptions.of("bob").in(one))) {
          assertThat(looking.presence().isPerson("ana")).as("w" + i).isEqualTo(one.equals(where));
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private Begun move(Logins of, Begun begun, String to) {
    return of.move(begun.login(), List.of(begun.cookie()), new WorkspaceId(to));
  }

  private static Logins logins(Parley parley, LoginFiles files, ServletContext context) {
    return new Logins(
        new Authenticator(TokenPolicy.of(Settings.of(context)), parley::credentials),
        () -> parley,
        workspace -> parley.connect(ConnectOptions.of("observer").in(workspace).observing()),
        new People(),
        FailedLoginLimiter.of(context),
        files,
        Optional.empty());
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
                Optional.of("an.access.token"),
                "127.0.0.1",
                Optional.empty(),
                Nickname.of("ada"),
                Optional.empty()));
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

  private Login begun(Optional<String> token) {
    return begin(token).login();
  }

  private Begun begin(Optional<String> token) {
    return begin(logins, token);
  }

  private Begun begin(Logins at, Optional<String> token) {
    Begun begun =
        at.begin(token, "127.0.0.1", Optional.empty(), Nickname.of("ana"), Optional.empty())
            .orElseThrow();
    begun.login().endWith(ended::incrementAndGet);
    return begun;
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

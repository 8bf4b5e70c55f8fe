package dev.parley.engine.oauth;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.audit.Act;
import dev.parley.audit.AuditAction;
import dev.parley.audit.Origin;
import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.engine.MovableClock;
import dev.parley.engine.OnStores;
import dev.parley.engine.Store;
import dev.parley.engine.audit.RecordingAudit;
import dev.parley.engine.credential.JpaCredentials;
import dev.parley.engine.persistence.Database;
import dev.parley.id.CredentialId;
import dev.parley.id.WorkspaceId;
import dev.parley.oauth.Authorizations;
import dev.parley.oauth.CodeProof;
import dev.parley.oauth.ConsentRequest;
import dev.parley.oauth.ConsentingPerson;
import dev.parley.oauth.IssuedTokens;
import dev.parley.oauth.OAuthClient;
import dev.parley.oauth.TokenAccess;
import dev.parley.oauth.TokenLifetimes;
import dev.parley.problem.LimitReached;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The promises of authorizations at two nodes over one database: which ticket, code and token is
 * good, for how long, and how often.
 */
@OnStores
class JpaAuthorizationsTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
  private static final String ADDRESS = "192.0.2.7";
  private static final int MAX_CLIENTS = 3;
  private static final ConsentingPerson ADA = new ConsentingPerson("ada", "ada 1");
  private static final ConsentingPerson BOB = new ConsentingPerson("bob", "bob 1");
  private static final TokenLifetimes TIMES = TokenLifetimes.DEFAULT;
  private static final String CALLBACK = "http://127.0.0.1:4711/callback";
  private static final Set<Scope> BOTH = EnumSet.of(Scope.ROOMS_READ, Scope.TEAM_READ);
  private static final CredentialDraft ALLOWED =
      new CredentialDraft(
          CredentialKind.AGENT,
          Role.MEMBER,
          new WorkspaceId("shop"),
          new NamePattern("ada.probe"),
          BOTH,
          Optional.empty(),
          "Probe");

  private final MovableClock clock = new MovableClock(NOON);
  private final AtomicLong nanos = new AtomicLong();
  private final List<Act> acts = new CopyOnWriteArrayList<>();
  private final Store store;
  private HikariDataSource source;
  private Database database;
  private JpaCredentials credentials;
  private JpaAuthorizations here;
  private JpaAuthorizations there;

  JpaAuthorizationsTest(Store store) {
    this.store = store;
  }

  @BeforeEach
  void open() {
    source = store.newMigratedDatabase();
    database = store.database(source, JpaCredentials.ENTITIES);
    credentials = new JpaCredentials(database.transactions(), clock, Runnable::run);
    here = node(credentials);
    there = node(new JpaCredentials(database.transactions(), clock, Runnable::run));
  }

  @AfterEach
  void close() {
    if (source != null) { // where the product is not there, it was never opened
      if (database != null) {
        database.close();
      }
      source.close();
    }
  }

  private JpaAuthorizations node(JpaCredentials own) {
    return new JpaAuthorizations(
        database.transactions(), clock, own, new RecordingAudit(acts), nanos::get, MAX_CLIENTS);
  }

  private static ConsentRequest request(String client) {
    return new ConsentRequest(
        client, "Probe", CALLBACK, Optional.of("s"), BOTH, "challenge", "http://x/mcp");
  }

  private OAuthClient client() {
    return here.clients().register("Probe", List.of(CALLBACK));
  }

  private static CodeProof proof(String client) {
    return new CodeProof(client, CALLBACK, "challenge", Optional.of("http://x/mcp"));
  }

  private String code(String client) {
    return here.allow(here.ask(request(client), ADA), ADA, ALLOWED).orElseThrow();
  }

  private IssuedTokens tokens(String client) {
    return here.exchange(code(client), proof(client), TIMES).orElseThrow();
  }

  private Optional<IssuedTokens> refreshed(JpaAuthorizations node, String token, String client) {
    return node.refresh(token, client, Optional.empty(), TIMES);
  }

  private boolean isGood(JpaAuthorizations node, String access) {
    return node.access(access, ADDRESS).isPresent();
  }

  private boolean isRevoked(CredentialId id) {
    return credentials.find(id).orElseThrow().revokedAt().isPresent();
  }

  @Test
  void code_isExchangedForTheRightsThatWereAllowed_atEachNode() {
    String client = client().id();
    String ticket = here.ask(request(client), ADA);
    assertThat(there.asked(ticket, ADA)).contains(request(client));
    String code = there.allow(ticket, ADA, ALLOWED).orElseThrow();
    IssuedTokens issued = here.exchange(code, proof(client), TIMES).orElseThrow();
    Credential credential = issued.credential();
    assertThat(credential.properties())
        .isEqualTo(ALLOWED.withExpiry(Optional.of(NOON.plus(TIMES.grant()))));
    assertThat(credential.createdBy()).isEqualTo("ada");
    assertThat(issued.expiresAt()).isEqualTo(NOON.plus(Duration.ofHours(1)));
    for (JpaAuthorizations node : List.of(here, there)) {
      TokenAccess access = node.access(issued.access(), ADDRESS).orElseThrow();
      assertThat(access.credential().id()).isEqualTo(credential.id());
      assertThat(access.credential().lastUse().orElseThrow().address()).isEqualTo(ADDRESS);
      assertThat(access.scopes()).isEqualTo(BOTH);
      assertThat(access.expiresAt()).isEqualTo(issued.expiresAt());
    }
    assertThat(issued.toString()).doesNotContain(issued.access(), issued.refresh());
  }

  @Test
  void ticket_isGoodOnce_forItsLoginAlone_forTenMinutes() {
    String client = client().id();
    String used = here.ask(request(client), ADA);
    assertThat(here.allow(used, ADA, ALLOWED)).isPresent();
    assertThat(there.allow(used, ADA, ALLOWED)).isEmpty();
    String ofAnother = here.ask(request(client), ADA);
    assertThat(there.asked(ofAnother, BOB)).isEmpty();
    assertThat(here.asked(ofAnother, ADA)).as("it is used up").isEmpty();
    String refused = here.ask(request(client), ADA);
    assertThat(here.refuse(refused, ADA)).contains(request(client));
    assertThat(there.allow(refused, ADA, ALLOWED)).isEmpty();
    String old = here.ask(request(client), ADA);
    clock.advance(JpaAuthorizations.QUESTION.minusMillis(1));
    assertThat(there.asked(old, ADA)).isPresent();
    clock.advance(Duration.ofMillis(1));
    assertThat(there.asked(old, ADA)).isEmpty();
    assertThat(there.allow(old, ADA, ALLOWED)).isEmpty();
  }

  @Test
  void questions_pastTheLimit_endTheOldestOfTheSameLogin() {
    String client = client().id();
    String ofBob = here.ask(request(client), BOB);
    List<String> tickets = new ArrayList<>();
    for (int i = 0; i <= Authorizations.MAX_QUESTIONS_EACH; i++) {
      tickets.add(here.ask(request(client), ADA));
      clock.advance(Duration.ofMillis(10));
    }
    assertThat(here.asked(tickets.get(0), ADA)).isEmpty();
    assertThat(here.asked(tickets.get(1), ADA)).isPresent();
    assertThat(here.asked(ofBob, BOB)).isPresent();
  }

  @Test
  void code_isUsedUpByAnyTry_andEndsAfterAMinute() {
    String client = client().id();
    List<CodeProof> wrong =
        List.of(
            new CodeProof("other", CALLBACK, "challenge", Optional.empty()),
            new CodeProof(client, "", "challenge", Optional.empty()),
            new CodeProof(client, CALLBACK, "other", Optional.empty()),
            new CodeProof(client, CALLBACK, "challenge", Optional.of("http://y/mcp")));
    for (CodeProof proof : wrong) {
      String code = code(client);
      assertThat(here.exchange(code, proof, TIMES)).as(proof.toString()).isEmpty();
      assertThat(here.exchange(code, proof(client), TIMES)).as(proof.toString()).isEmpty();
    }
    String late = code(client);
    String inTime = code(client);
    clock.advance(JpaAuthorizations.CODE.minusMillis(1));
    CodeProof withoutResource = new CodeProof(client, CALLBACK, "challenge", Optional.empty());
    assertThat(here.exchange(inTime, withoutResource, TIMES)).isPresent();
    clock.advance(Duration.ofMillis(1));
    assertThat(here.exchange(late, proof(client), TIMES)).isEmpty();
    assertThat(here.exchange("parley_oc_x", proof(client), TIMES)).isEmpty();
  }

  private static Act ended(IssuedTokens issued, String what) {
    String target = "credential " + issued.credential().id() + ": its " + what + " was shown twice";
    return new Act(
        new WorkspaceId("shop"), "", Origin.NONE, AuditAction.CREDENTIAL_REVOKE, target, Act.OK);
  }

  @Test
  void code_shownTwice_endsWhatCameOfIt() {
    String client = client().id();
    String code = code(client);
    IssuedTokens issued = here.exchange(code, proof(client), TIMES).orElseThrow();
    assertThat(acts).isEmpty();
    assertThat(there.exchange(code, proof(client), TIMES)).isEmpty();
    assertThat(isRevoked(issued.credential().id())).isTrue();
    assertThat(acts).containsExactly(ended(issued, "code"));
    assertThat(isGood(there, issued.access())).isFalse();
    assertThat(refreshed(here, issued.refresh(), client)).isEmpty();
  }

  @Test
  void refreshToken_changesBothTokens_andEndsAllWhenItIsShownTooLate() {
    String client = client().id();
    IssuedTokens first = tokens(client);
    assertThat(isGood(there, first.access())).isTrue();
    clock.advance(Duration.ofMinutes(30));
    IssuedTokens second = refreshed(here, first.refresh(), client).orElseThrow();
    assertThat(second.credential().id()).isEqualTo(first.credential().id());
    assertThat(second.expiresAt()).isEqualTo(NOON.plus(Duration.ofMinutes(90)));
    assertThat(isGood(here, first.access())).isFalse();
    nanos.addAndGet(LatestGrants.MAX_AGE.toNanos());
    assertThat(isGood(there, first.access())).as("another node looks after a second").isFalse();
    assertThat(isGood(there, second.access())).isTrue();
    assertThat(acts).isEmpty();
    clock.advance(JpaAuthorizations.GRACE);
    assertThat(refreshed(there, first.refresh(), client)).isEmpty();
    assertThat(isRevoked(first.credential().id())).isTrue();
    assertThat(acts).containsExactly(ended(first, "refresh token"));
    assertThat(isGood(there, second.access())).isFalse();
    assertThat(refreshed(here, second.refresh(), client)).isEmpty();
  }

  @Test
  void refreshToken_whoseAnswerWasLost_isGoodForThirtySecondsMore_atEachNode() {
    String client = client().id();
    IssuedTokens first = tokens(client);
    IssuedTokens lost = refreshed(here, first.refresh(), client).orElseThrow();
    clock.advance(JpaAuthorizations.GRACE.dividedBy(2));
    IssuedTokens lostToo = refreshed(there, first.refresh(), client).orElseThrow();
    assertThat(isGood(there, lost.access())).as("one access token is good at a time").isFalse();
    clock.advance(JpaAuthorizations.GRACE.dividedBy(2).minusMillis(1));
    here.sweep();
    assertThat(refreshed(here, first.refresh(), "other")).isEmpty();
    IssuedTokens third = refreshed(here, first.refresh(), client).orElseThrow();
    assertThat(refreshed(here, lostToo.refresh(), client))
        .as("it was replaced just now")
        .isPresent();
    assertThat(isRevoked(third.credential().id())).isFalse();
    clock.advance(Duration.ofMillis(1));
    assertThat(refreshed(here, first.refresh(), client))
        .as("the time does not begin anew")
        .isEmpty();
    assertThat(isRevoked(third.credential().id())).isTrue();
  }

  @Test
  void refreshTokens_replacedAgainAndAgain_areRememberedUpToALimit() {
    String client = client().id();
    IssuedTokens first = tokens(client);
    IssuedTokens last = first;
    for (int i = 0; i < ReplacedRows.MAX_EACH; i++) {
      last = refreshed(here, last.refresh(), client).orElseThrow();
      clock.advance(Duration.ofMillis(1));
    }
    last = refreshed(here, first.refresh(), client).orElseThrow();
    assertThat(refreshed(there, first.refresh(), client)).as("the oldest one went").isEmpty();
    assertThat(isRevoked(last.credential().id())).isTrue();
  }

  /** Two processes that share the tokens of a client both go on. */
  @Test
  void refreshToken_shownByTwoAtOnce_isAnsweredTwice_andEndsNothing() throws Exception {
    String client = client().id();
    IssuedTokens first = tokens(client);
    CyclicBarrier together = new CyclicBarrier(2);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<IssuedTokens> issued = new ArrayList<>();
    try {
      List<Future<Optional<IssuedTokens>>> answers = new ArrayList<>();
      for (JpaAuthorizations node : List.of(here, there)) {
        answers.add(
            threads.submit(
                () -> {
                  together.await();
                  return refreshed(node, first.refresh(), client);
                }));
      }
      for (Future<Optional<IssuedTokens>> answer : answers) {
        issued.add(answer.get().orElseThrow());
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(issued.stream().filter(tokens -> isGood(here, tokens.access()))).hasSize(1);
    for (IssuedTokens tokens : issued) {
      assertThat(refreshed(here, tokens.refresh(), client)).isPresent();
    }
  }

  @Test
  void refreshToken_thatIsMadeUp_orOfAnotherClient_endsNothing() {
    String client = client().id();
    IssuedTokens issued = tokens(client);
    String madeUp =
        OAuthSecret.refresh(issued.credential().id().value(), OAuthSecret.newFamily()).text();
    assertThat(refreshed(here, madeUp, client)).isEmpty();
    assertThat(refreshed(here, issued.refresh(), "other")).isEmpty();
    assertThat(refreshed(here, issued.access(), client)).isEmpty();
    assertThat(isGood(here, issued.access())).isTrue();
    assertThat(refreshed(here, issued.refresh(), client)).isPresent();
  }

  @Test
  void refresh_forMoreScopes_isRefused_andTheTokenStaysGood() {
    String client = client().id();
    IssuedTokens issued = tokens(client);
    Optional<Set<Scope>> wider = Optional.of(EnumSet.of(Scope.TEAM_WRITE));
    assertThat(refusedField(() -> here.refresh(issued.refresh(), client, wider, TIMES)))
        .isEqualTo("scope");
    Optional<Set<Scope>> narrower = Optional.of(EnumSet.of(Scope.TEAM_READ));
    IssuedTokens less = here.refresh(issued.refresh(), client, narrower, TIMES).orElseThrow();
    assertThat(here.access(less.access(), ADDRESS).orElseThrow().scopes())
        .containsExactly(Scope.TEAM_READ);
    IssuedTokens all = refreshed(here, less.refresh(), client).orElseThrow();
    assertThat(here.access(all.access(), ADDRESS).orElseThrow().scopes()).isEqualTo(BOTH);
  }

  @Test
  void tokens_endWhenTheirTimeIsOver() {
    String client = client().id();
    TokenLifetimes times =
        new TokenLifetimes(Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofMinutes(15));
    IssuedTokens issued = here.exchange(code(client), proof(client), times).orElseThrow();
    clock.advance(Duration.ofMillis(59_999));
    assertThat(isGood(here, issued.access())).isTrue();
    clock.advance(Duration.ofMillis(1));
    assertThat(isGood(here, issued.access())).isFalse();
    clock.advance(Duration.ofMinutes(8));
    IssuedTokens second =
        here.refresh(issued.refresh(), client, Optional.empty(), times).orElseThrow();
    clock.advance(Duration.ofMinutes(6));
    assertThat(here.refresh(second.refresh(), client, Optional.empty(), times))
        .as("the time of all is over, that of the token is not")
        .isEmpty();
    IssuedTokens unused = here.exchange(code(client), proof(client), times).orElseThrow();
    clock.advance(Duration.ofMinutes(10));
    assertThat(here.refresh(unused.refresh(), client, Optional.empty(), times)).isEmpty();
    here.sweep();
    assertThat(isRevoked(unused.credential().id())).isTrue();
  }

  @Test
  void revoke_byEitherToken_endsAll_forItsClientAlone() {
    String client = client().id();
    for (boolean byAccess : List.of(true, false)) {
      IssuedTokens issued = tokens(client);
      String token = byAccess ? issued.access() : issued.refresh();
      assertThat(here.revoke(token, "other")).isEmpty();
      assertThat(isGood(here, issued.access())).isTrue();
      assertThat(here.revoke(token, client).orElseThrow().id()).isEqualTo(issued.credential().id());
      assertThat(isRevoked(issued.credential().id())).isTrue();
      assertThat(isGood(here, issued.access())).isFalse();
      assertThat(refreshed(here, issued.refresh(), client)).isEmpty();
      assertThat(here.revoke(token, client)).isEmpty();
    }
    assertThat(here.revoke("nothing", client)).isEmpty();
  }

  @Test
  void person_seesWhatTheyAllowed_andEndsItAlone() {
    String client = client().id();
    IssuedTokens issued = tokens(client);
    CredentialId id = issued.credential().id();
    IssuedTokens other = tokens(client);
    assertThat(there.consents("bob")).isEmpty();
    assertThat(there.consents("ada"))
        .extracting(consent -> consent.credential().id())
        .containsExactlyInAnyOrder(id, other.credential().id());
    assertThat(there.consents("ada")).allMatch(consent -> consent.client().equals(client));
    assertThat(there.end(id, "bob")).isEmpty();
    assertThat(isGood(here, issued.access())).isTrue();
    assertThat(here.end(id, "ada").orElseThrow().revokedAt()).isPresent();
    assertThat(isGood(here, issued.access())).isFalse();
    assertThat(refreshed(there, issued.refresh(), client)).isEmpty();
    assertThat(here.end(id, "ada")).isEmpty();
    assertThat(isGood(here, other.access())).isTrue();
    credentials.revoke(other.credential().id());
    assertThat(here.consents("ada")).as("an administrator ended the other one").isEmpty();
    assertThat(here.end(other.credential().id(), "ada")).isEmpty();
  }

  @Test
  void credentialOfAClient_getsNoSecretOfItsOwn() {
    IssuedTokens issued = tokens(client().id());
    CredentialId id = issued.credential().id();
    assertThat(refusedField(() -> credentials.rotate(id))).isEqualTo("credential");
    assertThat(isGood(here, issued.access())).isTrue();
    CredentialId own = credentials.create(ALLOWED, "ada").credential().id();
    assertThat(credentials.rotate(own).token()).isNotEmpty();
  }

  @Test
  void credential_revokedOrChangedByAnAdministrator_countsForItsTokens() {
    String client = client().id();
    IssuedTokens issued = tokens(client);
    CredentialId id = issued.credential().id();
    credentials.changeScopes(id, EnumSet.of(Scope.ROOMS_READ));
    assertThat(here.access(issued.access(), ADDRESS).orElseThrow().scopes())
        .containsExactly(Scope.ROOMS_READ);
    credentials.revoke(id);
    assertThat(isGood(here, issued.access())).isFalse();
    assertThat(refreshed(here, issued.refresh(), client)).isEmpty();
  }

  @Test
  void clients_pastTheLimit_takeTheRoomOfTheOldestUnusedOne() {
    OAuthClient allowed = client();
    assertThat(there.clients().find(allowed.id())).contains(allowed);
    IssuedTokens unused = tokens(allowed.id());
    clock.advance(Duration.ofSeconds(1));
    OAuthClient oldest = client();
    clock.advance(Duration.ofSeconds(1));
    OAuthClient newer = client();
    OAuthClient newest = client();
    assertThat(here.clients().find(oldest.id())).isEmpty();
    for (OAuthClient there : List.of(allowed, newer, newest)) {
      assertThat(here.clients().find(there.id())).contains(there);
    }
    code(newer.id());
    code(newest.id());
    assertThat(refused(this::client))
        .isEqualTo(new LimitReached("registered clients", MAX_CLIENTS));
    assertThat(isGood(here, unused.access())).isTrue();
  }

  @Test
  void sweep_forgetsClientsWithoutRights_andOldRequests() {
    OAuthClient unused = client();
    OAuthClient allowed = client();
    IssuedTokens issued = tokens(allowed.id());
    String used = here.ask(request(allowed.id()), ADA);
    clock.advance(ClientRows.UNUSED_FOR.plusMillis(1));
    here.sweep();
    assertThat(here.clients().find(unused.id())).isEmpty();
    assertThat(here.clients().find(allowed.id())).isPresent();
    assertThat(here.asked(used, ADA)).isEmpty();
    assertThat(here.refresh(issued.refresh(), allowed.id(), Optional.empty(), TIMES)).isPresent();
    clock.advance(ClientRows.FORGOTTEN_AFTER);
    here.sweep();
    assertThat(isRevoked(issued.credential().id())).as("its time is over").isTrue();
    assertThat(here.clients().find(allowed.id())).isEmpty();
  }

  @Test
  void person_whoAllowedTooManyClients_isRefusedUntilOneEnds() {
    String client = client().id();
    IssuedTokens last = tokens(client);
    for (int i = 1; i < Authorizations.MAX_GRANTS_EACH; i++) {
      last = tokens(client);
    }
    assertThat(refused(() -> code(client)))
        .isEqualTo(new LimitReached("allowed clients", Authorizations.MAX_GRANTS_EACH));
    assertThat(here.revoke(last.access(), client)).isPresent();
    assertThat(code(client)).isNotEmpty();
  }
}

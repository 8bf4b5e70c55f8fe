package dev.parley.engine.permission;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.audit.Act;
import dev.parley.audit.Origin;
import dev.parley.engine.MovableClock;
import dev.parley.engine.OnStores;
import dev.parley.engine.Store;
import dev.parley.engine.audit.AgentAudit;
import dev.parley.engine.audit.RecordingAudit;
import dev.parley.engine.persistence.Database;
import dev.parley.event.PermissionDecided;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.WorkspaceId;
import dev.parley.permission.PermissionAnswer;
import dev.parley.permission.PermissionDraft;
import dev.parley.permission.PermissionReply;
import dev.parley.permission.PermissionRequest;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import dev.parley.problem.PermissionAnswered;
import dev.parley.problem.ProblemCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The permission requests of two nodes over the same rows. */
@OnStores
class PermissionDirectoryTest {
  private static final WorkspaceId WORKSPACE = WorkspaceId.DEFAULT;
  private static final AgentId BOT = new AgentId("bot");
  private static final ConnectionId FIRST = new ConnectionId("first-v");
  private static final ConnectionId SECOND = new ConnectionId("second-v");
  private static final PermissionDraft BASH =
      new PermissionDraft("abcde", "Bash", "List the files", "ls -l");
  private static final PermissionLimits LIMITS = PermissionLimits.DEFAULT;
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final MovableClock clock = new MovableClock(Instant.parse("2030-01-01T12:00:00Z"));
  private final Queue<Act> acts = new ConcurrentLinkedQueue<>();
  private final Queue<WorkspaceId> changedHere = new ConcurrentLinkedQueue<>();
  private final Queue<WorkspaceId> changedThere = new ConcurrentLinkedQueue<>();
  private final Queue<PermissionDecided> pushed = new ConcurrentLinkedQueue<>();
  private final Store store;
  private HikariDataSource source;
  private Database database;
  private PermissionDirectory here;
  private PermissionDirectory there;

  PermissionDirectoryTest(Store store) {
    this.store = store;
  }

  @BeforeEach
  void open() {
    source = store.newMigratedDatabase();
    database = store.database(source, PermissionDirectory.ENTITIES);
    here = node(changedHere);
    there = node(changedThere);
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

  private PermissionDirectory node(Queue<WorkspaceId> changed) {
    return new PermissionDirectory(
        database.transactions(), clock, LIMITS, new RecordingAudit(acts), changed::add);
  }

  private AgentAudit by(String agent) {
    return new AgentAudit(
        new RecordingAudit(acts), WORKSPACE, new AgentId(agent), () -> Origin.NONE);
  }

  private PermissionRequest ask(PermissionDraft draft) {
    return here.ask(FIRST, by("bot"), draft, pushed::add);
  }

  private static PermissionDraft under(String code) {
    return new PermissionDraft(code, "Bash", "", "ls");
  }

  /** Returns the code of a number: five of the first ten letters. */
  private static String code(int number) {
    StringBuilder code = new StringBuilder();
    for (char digit : String.format(Locale.ROOT, "%05d", number).toCharArray()) {
      code.append((char) ('a' + (digit - '0')));
    }
    return code.toString();
  }

  private long rows() {
    return database
        .transactions()
        .read(
            entities ->
                entities
                    .createQuery("SELECT COUNT(p) FROM Permission p", Long.class)
                    .getSingleResult());
  }

  private List<String> audited() {
    return acts.stream()
        .map(act -> act.actor() + " " + act.action() + " " + act.target() + " " + act.result())
        .toList();
  }

  @Test
  void answer_isPushedOnce_andIsInTheAudit() {
    PermissionRequest asked = ask(BASH);
    assertThat(asked.agent()).isEqualTo(BOT);
    assertThat(asked.draft()).isEqualTo(BASH);
    assertThat(asked.expiresAt()).isEqualTo(asked.askedAt().plus(LIMITS.timeout()));
    here.answer(by("ann"), asked.id(), PermissionAnswer.DENY);
    here.look();
    assertThat(pushed).containsExactly(new PermissionDecided("abcde", PermissionAnswer.DENY));
    assertThat(changedHere).containsOnly(WORKSPACE).hasSizeGreaterThanOrEqualTo(2);
    assertThat(audited())
        .containsExactly(
            "bot permission.ask request abcde of bot: Bash ls -l ok",
            "ann permission.answer request abcde of bot: Bash ls -l deny");
  }

  @Test
  void answer_atAnotherNode_isPushedByTheOneThatHasTheConnection() {
    PermissionRequest asked = ask(BASH);
    there.look();
    assertThat(changedThere).containsExactly(WORKSPACE);
    there.look();
    assertThat(changedThere).hasSize(1);
    there.answer(by("ann"), asked.id(), PermissionAnswer.ALLOW);
    there.look();
    assertThat(pushed).isEmpty();
    here.look();
    here.look();
    assertThat(pushed).containsExactly(new PermissionDecided("abcde", PermissionAnswer.ALLOW));
  }

  @Test
  void secondAnswer_isRefused_unlessItIsTheSameOfTheSamePerson() {
    PermissionRequest asked = ask(BASH);
    here.answer(by("ann"), asked.id(), PermissionAnswer.ALLOW);
    here.answer(by("ann"), asked.id(), PermissionAnswer.ALLOW);
    assertThat(refused(() -> there.answer(by("ann"), asked.id(), PermissionAnswer.DENY)))
        .isEqualTo(new PermissionAnswered("allow", "ann"));
    assertThat(refused(() -> there.answer(by("eve"), asked.id(), PermissionAnswer.ALLOW)))
        .isEqualTo(new PermissionAnswered("allow", "ann"));
    assertThat(pushed).hasSize(1);
    assertThat(audited()).hasSize(2);
  }

  @Test
  void answersAtOnce_byManyAtTwoNodes_oneIsTheFirst() throws Exception {
    int people = 8;
    PermissionRequest asked = ask(BASH);
    CountDownLatch begin = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(people);
    try {
      List<Future<Boolean>> answers = new ArrayList<>();
      for (int i = 0; i < people; i++) {
        PermissionDirectory node = i % 2 == 0 ? here : there;
        AgentAudit person = by("person" + i);
        PermissionAnswer answer = i % 3 == 0 ? PermissionAnswer.ALLOW : PermissionAnswer.DENY;
        Callable<Boolean> answering =
            () -> {
              begin.await();
              try {
                node.answer(person, asked.id(), answer);
                return true;
              } catch (ParleyException refused) {
                assertThat(refused.problem().code()).isEqualTo(ProblemCode.ALREADY_SUBMITTED);
                return false;
              }
            };
        answers.add(threads.submit(answering));
      }
      begin.countDown();
      int first = 0;
      for (Future<Boolean> answer : answers) {
        first += answer.get() ? 1 : 0;
      }
      assertThat(first).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
    here.look();
    assertThat(pushed).hasSize(1);
    assertThat(audited()).hasSize(2);
  }

  @Test
  void expired_isAnsweredByNobody_andIsRemovedOnce() {
    PermissionRequest asked = ask(BASH);
    clock.advance(LIMITS.timeout().minus(MOMENT));
    here.sweep();
    assertThat(rows()).isOne();
    clock.advance(MOMENT);
    assertThat(refusedCode(() -> here.answer(by("ann"), asked.id(), PermissionAnswer.ALLOW)))
        .isEqualTo(ProblemCode.NOT_FOUND);
    here.sweep();
    there.sweep();
    assertThat(rows()).isZero();
    assertThat(refusedCode(() -> here.answer(by("ann"), asked.id(), PermissionAnswer.ALLOW)))
        .isEqualTo(ProblemCode.NOT_FOUND);
    assertThat(pushed).isEmpty();
    assertThat(audited())
        .containsExactly(
            "bot permission.ask request abcde of bot: Bash ls -l ok",
            "bot permission.end request abcde of bot: Bash ls -l expired");
  }

  @Test
  void answered_isRemovedWhenItExpires_withoutAWord() {
    PermissionRequest asked = ask(BASH);
    here.answer(by("ann"), asked.id(), PermissionAnswer.ALLOW);
    clock.advance(LIMITS.timeout());
    clock.advance(PermissionDirectory.PUSH_WITHIN.minus(MOMENT));
    here.sweep();
    assertThat(rows()).isOne();
    clock.advance(MOMENT);
    here.sweep();
    assertThat(rows()).isZero();
    assertThat(audited()).hasSize(2);
  }

  @Test
  void answerOfTheLastMoment_atAnotherNode_isPushed() {
    PermissionRequest asked = ask(BASH);
    clock.advance(LIMITS.timeout().minus(MOMENT));
    there.answer(by("ann"), asked.id(), PermissionAnswer.ALLOW);
    clock.advance(MOMENT);
    there.sweep();
    here.sweep();
    here.look();
    assertThat(pushed).containsExactly(new PermissionDecided("abcde", PermissionAnswer.ALLOW));
  }

  /** A database may store an answer and not confirm it; a node that is alone looks at no others. */
  @Test
  void answerThatIsStored_andWasNotPushed_isPushedByTheSweep() {
    PermissionRequest asked = ask(BASH);
    there.answer(by("ann"), asked.id(), PermissionAnswer.ALLOW);
    assertThat(pushed).isEmpty();
    here.sweep();
    here.sweep();
    assertThat(pushed).containsExactly(new PermissionDecided("abcde", PermissionAnswer.ALLOW));
  }

  @Test
  void connectionThatEnds_withdrawsItsOpenRequests_andNoOthers() {
    PermissionRequest answered = ask(BASH);
    here.answer(by("ann"), answered.id(), PermissionAnswer.ALLOW);
    PermissionRequest open = ask(under("aaaaa"));
    PermissionRequest other = here.ask(SECOND, by("bot"), under("bbbbb"), pushed::add);
    here.ended(FIRST);
    here.ended(FIRST);
    assertThat(refusedCode(() -> here.answer(by("ann"), open.id(), PermissionAnswer.ALLOW)))
        .isEqualTo(ProblemCode.NOT_FOUND);
    there.answer(by("ann"), other.id(), PermissionAnswer.ALLOW);
    assertThat(rows()).isEqualTo(2);
    assertThat(audited())
        .filteredOn(act -> act.contains("permission.end"))
        .containsExactly("bot permission.end request aaaaa of bot: Bash ls withdrawn");
  }

  @Test
  void requestThatIsStored_whileItsConnectionEnds_isWithdrawnOnce() {
    here.ended(FIRST);
    PermissionRequest late = ask(BASH);
    here.endedBefore(WORKSPACE, FIRST, late);
    here.endedBefore(WORKSPACE, FIRST, late);
    here.ended(FIRST);
    assertThat(rows()).isZero();
    assertThat(audited())
        .containsExactly(
            "bot permission.ask request abcde of bot: Bash ls -l ok",
            "bot permission.end request abcde of bot: Bash ls -l withdrawn");
  }

  @Test
  void sameRequestAgain_isTheOneThatIsThere_andItsAnswerGoesToTheNewConnection() {
    PermissionRequest asked = ask(BASH);
    Queue<PermissionDecided> later = new ConcurrentLinkedQueue<>();
    assertThat(there.ask(SECOND, by("bot"), BASH, later::add)).isEqualTo(asked);
    here.ended(FIRST);
    there.answer(by("ann"), asked.id(), PermissionAnswer.ALLOW);
    assertThat(later).hasSize(1);
    assertThat(pushed).isEmpty();
    assertThat(there.ask(SECOND, by("bot"), BASH, later::add)).isEqualTo(asked);
    assertThat(later).hasSize(2);
    assertThat(audited()).hasSize(2);
  }

  @Test
  void codeOfAnotherRequest_isRefused() {
    ask(BASH);
    assertThat(refusedField(() -> ask(under("abcde")))).isEqualTo("request_id");
    assertThat(refusedField(() -> there.ask(SECOND, by("eve"), BASH, pushed::add)))
        .isEqualTo("request_id");
    assertThat(rows()).isOne();
  }

  @Test
  void connectionOfAnotherNode_goesOnWithItsRequests() {
    PermissionRequest open = ask(BASH);
    PermissionRequest answered = ask(under("aaaaa"));
    there.answer(by("ann"), answered.id(), PermissionAnswer.DENY);
    Queue<PermissionDecided> resumed = new ConcurrentLinkedQueue<>();
    there.resume(FIRST, resumed::add);
    assertThat(resumed).containsExactly(new PermissionDecided("aaaaa", PermissionAnswer.DENY));
    here.ended(FIRST); // the node that was taken for gone drops its copy
    there.answer(by("ann"), open.id(), PermissionAnswer.ALLOW);
    assertThat(resumed).contains(new PermissionDecided("abcde", PermissionAnswer.ALLOW));
    assertThat(pushed).isEmpty();
  }

  @Test
  void openRequests_areBounded_ofOneAgentAndOfTheWorkspace() {
    for (int i = 0; i < LIMITS.ofAgent(); i++) {
      ask(under(code(i)));
    }
    PermissionDraft further = under("jjjjj");
    assertThat(refused(() -> ask(further)))
        .isEqualTo(new LimitReached("open permission requests", LIMITS.ofAgent()));
    for (int i = LIMITS.ofAgent(); i < LIMITS.open(); i++) {
      here.ask(SECOND, by("bot" + i), under(code(i)), pushed::add);
    }
    PermissionDraft last = under("jjjja");
    assertThat(refused(() -> here.ask(SECOND, by("late"), last, pushed::add)))
        .isEqualTo(new LimitReached("open permission requests", LIMITS.open()));
    here.ended(FIRST);
    assertThat(here.ask(SECOND, by("late"), last, pushed::add).draft()).isEqualTo(last);
    assertThat(ask(further).draft()).isEqualTo(further);
  }

  @Test
  void reply_answersTheOpenRequestOfItsCode_andOfItsAgent() {
    ask(BASH);
    PermissionReply yes = new PermissionReply("abcde", PermissionAnswer.ALLOW);
    AgentId other = new AgentId("other");
    assertThat(here.answer(by("ann"), yes, Optional.of(other))).isEmpty();
    assertThat(
            here.answer(
                by("ann"), new PermissionReply("eeeee", PermissionAnswer.ALLOW), Optional.empty()))
        .isEmpty();
    assertThat(pushed).isEmpty();
    assertThat(there.answer(by("ann"), yes, Optional.of(BOT))).contains(PermissionAnswer.ALLOW);
    assertThat(here.answer(by("eve"), yes, Optional.empty())).isEmpty();
    here.look();
    assertThat(pushed).hasSize(1);
  }

  @Test
  void passwordsOfAddresses_areNotInTheAudit() {
    ask(new PermissionDraft("abcde", "Bash", "", "git push https://bot:s3cret@example.org/x"));
    assertThat(audited().get(0)).contains("***").doesNotContain("s3cret");
  }

  @Test
  void passwordThatIsLongerThanATarget_isNotInTheAudit() {
    String address = "https://bot:" + "s3cret".repeat(200) + "@example.org/x";
    ask(new PermissionDraft("abcde", "Bash", "", "git push " + address));
    assertThat(audited().get(0)).contains("***@example.org/x").doesNotContain("s3cret");
  }
}

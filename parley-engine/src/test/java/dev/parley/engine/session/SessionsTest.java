package dev.parley.engine.session;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.event.AgentThinking;
import dev.parley.event.RecordedEvent;
import dev.parley.event.SessionEvent;
import dev.parley.event.SessionStarted;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.Subscription;
import dev.parley.problem.ConnectionClosed;
import dev.parley.session.Session;
import dev.parley.session.SessionOverview;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The session a connection is in, the state its orchestrator keeps, and the end of a session. */
@OnStores
class SessionsTest extends OpenBoard {
  private static final SessionId OTHER = new SessionId("other");

  @Test
  void current_ofTheFirstInAWorkspace_isANewOneNamedAfterTheMoment() {
    SessionId made = connect("alice").sessions().current().id();
    assertThat(made.value())
        .matches("\\d{4}-\\d{2}-\\d{2}-\\d{6}-[0-9a-f]{4}")
        .startsWith(
            clock().instant().toString().substring(0, 19).replace(":", "").replace("T", "-"));
    assertThat(connect("bob").sessions().current().id()).isEqualTo(made);
    assertThat(connect("alice").sessions().current().id()).isEqualTo(made);
  }

  @Test
  void current_ofManyAtOnceInANewWorkspace_isOne() throws Exception {
    List<SessionId> ids = AtOnce.run(8, i -> connect("agent-" + i).sessions().current().id());
    assertThat(ids).containsOnly(ids.get(0));
  }

  @Test
  void start_isTheCallersAndOfAllThatNameNone() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    Connection introduced =
        parley().connect(ConnectOptions.of("carol").in(workspace()).during(OTHER));
    assertThat(alice.sessions().start(MAIN).id()).isEqualTo(MAIN);
    assertThat(alice.sessions().current().id()).isEqualTo(MAIN);
    assertThat(bob.sessions().current().id()).isEqualTo(MAIN);
    assertThat(introduced.sessions().current().id()).isEqualTo(OTHER);
    SessionId third = new SessionId("third");
    bob.sessions().start(third);
    assertThat(alice.sessions().current().id()).isEqualTo(MAIN);
    assertThat(connect("dave").sessions().current().id()).isEqualTo(third);
    introduced.sessions().start(MAIN);
    assertThat(introduced.sessions().current().id()).isEqualTo(MAIN);
    assertThat(connect("dave").sessions().current().id()).isEqualTo(MAIN);
  }

  @Test
  void recent_listsThoseStartedLastFirst_andFindMakesNone() {
    Connection alice = connect("alice");
    assertThat(alice.sessions().recent(10)).isEmpty();
    assertThat(alice.sessions().find(MAIN)).isEmpty();
    assertThat(alice.sessions().recent(10)).isEmpty();
    Session main = alice.sessions().start(MAIN);
    alice.sessions().start(OTHER);
    session(parley(), "bob", new SessionId("never-started")).tasks().list(TaskFilter.ALL);
    main.messages().send(SessionMessageDraft.broadcast("hello"));
    main.tasks().create(TaskDraft.titled("t").build());
    List<SessionOverview> recent = alice.sessions().recent(10);
    assertThat(recent)
        .extracting(overview -> overview.id().value())
        .containsExactly("other", "main", "never-started");
    assertThat(recent.get(2).startedAt()).isEmpty();
    assertThat(alice.sessions().recent(1)).containsExactly(recent.get(0));
    SessionOverview overview = alice.sessions().find(MAIN).orElseThrow().overview();
    assertThat(overview).isEqualTo(recent.get(1));
    assertThat(overview.messages()).isEqualTo(1);
    assertThat(overview.tasks()).isEqualTo(1);
    List<RecordedEvent> events = main.eventsAfter(0, 100);
    assertThat(overview.lastEvent()).isEqualTo(events.get(events.size() - 1).seq());
    assertThat(overview.startedAt()).hasValue(clock().instant().truncatedTo(ChronoUnit.MILLIS));
    assertThat(refusedField(() -> alice.sessions().recent(0))).isEqualTo("limit");
    assertThat(refusedField(() -> alice.sessions().recent(1_001))).isEqualTo("limit");
  }

  @Test
  void start_again_goesBackToWhatIsThere() {
    Connection alice = connect("alice");
    var task = alice.sessions().start(MAIN).tasks().create(TaskDraft.titled("t").build());
    alice.sessions().start(OTHER);
    assertThat(alice.sessions().current().tasks().list(TaskFilter.ALL)).isEmpty();
    assertThat(alice.sessions().start(MAIN).tasks().list(TaskFilter.ALL)).containsExactly(task);
    alice.sessions().start(MAIN);
    assertThat(connect("bob").sessions().current().id()).isEqualTo(MAIN);
  }

  @Test
  void start_onAnotherNode_isSeenHere() {
    Connection here = connect("bob");
    here.sessions().start(OTHER);
    Connection waiting = connect("carol");
    try (Parley other = another("other").build()) {
      other.connect(ConnectOptions.of("alice").in(workspace())).sessions().start(MAIN);
      eventually("it is seen", () -> waiting.sessions().current().id().equals(MAIN));
    }
  }

  @Test
  void sessions_thatDifferByCase_areTwo() {
    SessionId upper = new SessionId("MAIN");
    session("alice").saveState("lower");
    assertThat(session(parley(), "alice", upper).state()).isEmpty();
    session(parley(), "alice", upper).saveState("upper");
    assertThat(session("alice").state()).contains("lower");
  }

  @Test
  void id_of128Characters_isKept() {
    SessionId longest = new SessionId("s".repeat(128));
    assertThat(connect("alice").sessions().start(longest).id()).isEqualTo(longest);
    assertThat(connect("bob").sessions().current().id()).isEqualTo(longest);
  }

  @Test
  void state_isWhatWasSavedLast() {
    Session alice = session("alice");
    assertThat(alice.state()).isEmpty();
    String longest = "😀".repeat(Session.MAX_STATE / 2);
    alice.saveState(longest);
    assertThat(session("bob").state()).contains(longest);
    session("bob").saveState("");
    assertThat(alice.state()).contains("");
    assertThat(session(parley(), "alice", OTHER).state()).isEmpty();
  }

  @Test
  void stateAndThought_pastTheirLimit_areRefused() {
    Session alice = session("alice");
    String over = "s".repeat(Session.MAX_STATE + 1);
    assertThat(refusedField(() -> alice.saveState(over))).isEqualTo("state");
    assertThat(refusedField(() -> alice.think(over))).isEqualTo("content");
    alice.think("s".repeat(Session.MAX_STATE));
  }

  @Test
  void as_actsForAnotherInTheSameSession() {
    Session alice = session("alice");
    Session bob = alice.as(BOB);
    assertThat(bob.agent()).isEqualTo(BOB);
    assertThat(bob.id()).isEqualTo(MAIN);
    assertThat(bob.tasks().create(TaskDraft.titled("t").build()).createdBy()).isEqualTo(BOB);
    assertThat(alice.as(ALICE).agent()).isEqualTo(ALICE);
  }

  @Test
  void workspaces_shareNoSessionThoughTheyNameItAlike() {
    Session here = session("alice");
    WorkspaceId elsewhere = new WorkspaceId("x" + workspace().value().substring(1));
    Session there =
        parley()
            .connect(ConnectOptions.of("alice").in(elsewhere).during(MAIN))
            .sessions()
            .current();
    here.saveState("here");
    here.messages().send(SessionMessageDraft.broadcast("hi"));
    assertThat(there.state()).isEmpty();
    assertThat(there.as(BOB).messages().after(0)).isEmpty();
    assertThat(there.eventsAfter(0, 10)).isEmpty();
    assertThat(parley().connect(ConnectOptions.of("bob").in(elsewhere)).sessions().current().id())
        .isNotEqualTo(MAIN);
  }

  @Test
  void close_endsEveryViewAndEveryFollowingOfTheConnection() {
    Connection closing = connect("alice");
    Session alice = closing.sessions().start(MAIN);
    var tasks = alice.tasks();
    var messages = alice.as(BOB).messages();
    Queue<SessionEvent> followed = new ConcurrentLinkedQueue<>();
    Queue<SessionEvent> followedByBob = new ConcurrentLinkedQueue<>();
    follow(alice, followed);
    Session bob = session("bob");
    follow(bob, followedByBob);
    bob.think("before");
    eventually("both hear", () -> hears(followed, "before"));
    closing.close();
    closing.close();
    List<ThrowingCallable> calls =
        List.of(
            () -> closing.sessions().current(),
            () -> closing.sessions().start(OTHER),
            () -> tasks.list(TaskFilter.ALL),
            () -> tasks.create(TaskDraft.titled("t").build()),
            tasks::claimNext,
            () -> messages.after(0),
            () -> messages.send(SessionMessageDraft.broadcast("hi")),
            () -> alice.artifacts().list(),
            () -> alice.reviews().list(),
            () -> alice.saveState("x"),
            alice::state,
            () -> alice.think("x"),
            () -> alice.eventsAfter(0, 1),
            () -> alice.follow(0, event -> {}));
    for (ThrowingCallable call : calls) {
      assertThat(refused(call)).isEqualTo(new ConnectionClosed());
    }
    bob.think("after");
    eventually("bob hears", () -> hears(followedByBob, "after"));
    assertThat(hears(followed, "after")).isFalse();
  }

  @Test
  void time_isCutToMilliseconds() {
    Instant at = session("alice").tasks().create(TaskDraft.titled("t").build()).createdAt();
    assertThat(at).isEqualTo(Instant.ofEpochMilli(clock().millis()));
  }

  @Test
  void start_isRecordedAsTheFirstChange() {
    Connection alice = connect("alice");
    alice.sessions().start(MAIN);
    RecordedEvent first = alice.sessions().current().eventsAfter(0, 1).get(0);
    assertThat(first)
        .isEqualTo(
            new RecordedEvent(1, clock().instant(), Optional.of(ALICE), new SessionStarted(MAIN)));
  }

  private static void follow(Session session, Queue<SessionEvent> into) {
    Subscription following = session.follow(0, event -> into.add(event.event()));
    assertThat(following).isNotNull();
  }

  private static boolean hears(Queue<SessionEvent> heard, String thought) {
    return heard.contains(new AgentThinking(thought));
  }
}

package dev.parley.engine.waiting;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.event.ChangeListener;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WaitingId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.page.ListPage;
import dev.parley.problem.ProblemCode;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import dev.parley.waiting.Waiting;
import dev.parley.waiting.WaitingItem;
import dev.parley.waiting.WaitingItem.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The list of what waits for a person: each kind comes, acts, and goes. */
@OnStores
class WaitingTest extends OpenBoard {
  private static final AgentId ANN = new AgentId("ann");
  private static final SessionId OTHER = new SessionId("other");
  private static final RoomName ROOM = RoomName.of("planning");
  private static final Duration MOMENT = Duration.ofMillis(10);

  private Waiting waiting(String person) {
    return connect("watcher").waitingFor(new AgentId(person));
  }

  private List<WaitingItem> items() {
    return items("ann");
  }

  private List<WaitingItem> items(String person) {
    return waiting(person).list(Optional.empty(), 1000).items();
  }

  private WaitingItem only(Kind kind) {
    assertThat(items()).extracting(WaitingItem::kind).containsExactly(kind);
    return items().get(0);
  }

  private List<Kind> kinds() {
    return items().stream().map(WaitingItem::kind).toList();
  }

  private SessionMessage say(String agent, SessionMessageDraft draft) {
    clock().advance(MOMENT);
    return session(agent).messages().send(draft);
  }

  private SessionMessage toAnn(String agent, String content) {
    return say(agent, SessionMessageDraft.direct(ANN, content));
  }

  private SessionMessage toAll(String agent, String content) {
    return say(agent, SessionMessageDraft.broadcast(content));
  }

  private void answer(String person, AgentId agent) {
    var unused = say(person, SessionMessageDraft.direct(agent, "YAML."));
  }

  @Test
  void question_waitsWithItsWords_untilThePersonAnswers() {
    SessionMessage asked = toAnn("alice", " end:waiting | JSON\nor YAML?");
    WaitingItem item = only(Kind.QUESTION);
    assertThat(item.text()).isEqualTo("JSON\nor YAML?");
    assertThat(item.from()).isEqualTo(ALICE);
    assertThat(item.id()).isEqualTo(WaitingId.ofMessage(asked.id().value()));
    assertThat(item.subject()).isEqualTo(asked.id().value());
    assertThat(item.source()).isEqualTo(WaitingItem.Source.of(MAIN, asked.seq()));
    assertThat(item.at()).isEqualTo(asked.sentAt());
    assertThat(items("bob")).isEmpty();
    answer("ann", BOB);
    assertThat(kinds()).containsExactly(Kind.QUESTION);
    answer("ann", ALICE);
    assertThat(items()).isEmpty();
  }

  @Test
  void question_isNotAnswered_byAVerdictForTheSameAgent() {
    Artifact artifact =
        session("alice").artifacts().post(ArtifactDraft.of("plan.md", ArtifactType.REPORT, "x"));
    Review review = session("alice").reviews().request(artifact.id(), ANN);
    toAnn("alice", "end:waiting | JSON or YAML?");
    session("ann").reviews().submit(review.id(), ReviewStatus.APPROVED, Optional.empty());
    assertThat(kinds()).containsExactly(Kind.QUESTION);
  }

  @Test
  void question_ofAnAgentThatGoesOn_isAMessage() {
    toAnn("alice", "end:waiting | JSON or YAML?");
    session("alice").tasks().create(TaskDraft.titled("goes on").build());
    assertThat(only(Kind.MESSAGE).text()).isEqualTo("JSON or YAML?");
  }

  @Test
  void question_toEveryone_waitsForEachPerson_untilSomebodyAnswers() {
    toAll("alice", "end:waiting | Who has the key?");
    assertThat(only(Kind.QUESTION).text()).isEqualTo("Who has the key?");
    assertThat(items("eve")).hasSize(1);
    assertThat(items("alice")).isEmpty();
    answer("bob", ALICE);
    assertThat(items()).isEmpty();
  }

  @Test
  void question_toEveryone_isGone_whenTheAgentGoesOn() {
    toAll("alice", "end:waiting | Who has the key?");
    toAll("alice", "Found it.");
    assertThat(items()).isEmpty();
  }

  @Test
  void otherEnds_andQuestionsToOthers_doNotWait() {
    toAll("alice", "end:_done | all of it");
    toAll("bob", "end:failed | no disk");
    say("carol", SessionMessageDraft.direct(BOB, "end:waiting | which one?"));
    assertThat(items()).isEmpty();
  }

  @Test
  void message_goesWithAnAnswer_toItsSenderAlone() {
    toAnn("alice", "The branch is ready.");
    assertThat(only(Kind.MESSAGE).text()).isEqualTo("The branch is ready.");
    toAll("ann", "I see.");
    assertThat(kinds()).containsExactly(Kind.MESSAGE);
    answer("ann", ALICE);
    assertThat(items()).isEmpty();
  }

  @Test
  void addressedToPeopleInGeneral_waitsForEachPerson() {
    AgentId human = new AgentId("human");
    say("alice", SessionMessageDraft.direct(human, "end:waiting | Who decides?"));
    toAll("bob", "@user, look");
    session("bob").tasks().create(TaskDraft.titled("t").assignee(new AgentId("person")).build());
    Artifact artifact =
        session("bob").artifacts().post(ArtifactDraft.of("n", ArtifactType.REPORT, "x"));
    session("bob").reviews().request(artifact.id(), human);
    assertThat(kinds())
        .containsExactlyInAnyOrder(Kind.QUESTION, Kind.MENTION, Kind.TASK, Kind.REVIEW);
    assertThat(items("eve")).hasSize(4).allMatch(WaitingItem::isForEveryone);
    answer("eve", ALICE);
    assertThat(kinds()).containsExactlyInAnyOrder(Kind.MENTION, Kind.TASK, Kind.REVIEW);
    toAnn("carol", "for you alone");
    assertThat(items().get(0).isForEveryone()).isFalse();
  }

  @Test
  void messagesAboutActs_andOnesOwn_areNoItems() {
    Task task = session("bob").tasks().create(TaskDraft.titled("t").build());
    session("ann").tasks().claim(task.id());
    session("bob").tasks().update(task.id(), TaskChange.to(TaskStatus.DONE));
    assertThat(session("ann").messages().after(0)).isNotEmpty();
    toAnn("ann", "a note to myself");
    toAll("ann", "@ann");
    assertThat(items()).isEmpty();
  }

  @Test
  void mention_inASession_goesWithAWordToEveryone() {
    SessionMessage sent = toAll("alice", "Is that right, @ann? Or @bob?");
    assertThat(only(Kind.MENTION).subject()).isEqualTo(sent.id().value());
    assertThat(items("bob")).hasSize(1);
    assertThat(items("an")).isEmpty();
    toAll("ann", "It is.");
    assertThat(items()).isEmpty();
    assertThat(items("bob")).hasSize(1);
  }

  @Test
  void mention_inARoom_waitsUntilItIsAnsweredThere() {
    Connection alice = connect("alice");
    alice.rooms().join(ROOM);
    alice.rooms().send(ROOM, Body.of("nothing to see"));
    alice.rooms().send(ROOM, Body.of("@ann, look"));
    alice.topics().post(RoomName.of("stored"), Body.of("@ann, look here"), Optional.empty());
    eventually("both are recorded", () -> items().size() == 2);
    assertThat(kinds()).containsOnly(Kind.MENTION);
    assertThat(items())
        .extracting(item -> item.source().room().map(RoomName::value).orElse(""))
        .containsExactlyInAnyOrder("planning", "stored");
    waiting("bob").answeredIn(ROOM);
    assertThat(items()).hasSize(2);
    waiting("ann").answeredIn(ROOM);
    assertThat(items()).extracting(WaitingItem::text).containsExactly("@ann, look here");
  }

  @Test
  void mention_postedAgainUnderItsKey_waitsOnce() {
    Connection alice = connect("alice");
    IdempotencyKey key = IdempotencyKey.of("key").orElseThrow();
    alice.topics().post(ROOM, Body.of("@ann once"), Optional.empty(), key);
    eventually("it is recorded", () -> items().size() == 1);
    for (int i = 0; i < 2; i++) {
      alice.topics().post(ROOM, Body.of("@ann once"), Optional.empty(), key);
    }
    alice.topics().post(ROOM, Body.of("@ann later"), Optional.empty());
    eventually("the later one is recorded", () -> items().size() >= 2);
    assertThat(items()).hasSize(2);
  }

  @Test
  void review_goesWithItsVerdict() {
    Artifact artifact =
        session("alice").artifacts().post(ArtifactDraft.of("plan.md", ArtifactType.REPORT, "x"));
    Review review = session("alice").reviews().request(artifact.id(), ANN);
    session("alice").reviews().request(artifact.id(), BOB);
    WaitingItem item = only(Kind.REVIEW);
    assertThat(item.text()).isEqualTo("plan.md");
    assertThat(item.subject()).isEqualTo(review.id().value());
    assertThat(item.artifact()).contains(artifact.id());
    assertThat(item.from()).isEqualTo(ALICE);
    session("ann").reviews().submit(review.id(), ReviewStatus.APPROVED, Optional.empty());
    assertThat(items()).isEmpty();
  }

  @Test
  void task_waitsWhenItCouldBeClaimed_andGoesWithTheClaim() {
    Task first = session("alice").tasks().create(TaskDraft.titled("first").build());
    Task mine =
        session("alice")
            .tasks()
            .create(TaskDraft.titled("Decide").assignee(ANN).dependsOn(first.id()).build());
    assertThat(items()).isEmpty();
    session("alice").tasks().update(first.id(), TaskChange.to(TaskStatus.DONE));
    WaitingItem item = only(Kind.TASK);
    assertThat(item.text()).isEqualTo("Decide");
    assertThat(item.subject()).isEqualTo(mine.id().value());
    assertThat(session("ann").tasks().claim(mine.id()).isWon()).isTrue();
    assertThat(items()).isEmpty();
  }

  @Test
  void task_assignedToSomebodyElse_isGone() {
    Task mine = session("alice").tasks().create(TaskDraft.titled("t").assignee(ANN).build());
    assertThat(kinds()).containsExactly(Kind.TASK);
    session("alice").tasks().update(mine.id(), TaskChange.assignTo(BOB));
    assertThat(items()).isEmpty();
    assertThat(items("bob")).hasSize(1);
  }

  @Test
  void dismissed_staysAway_onEveryNode_forThisPersonAlone() {
    toAll("alice", "end:waiting | Who has the key?");
    WaitingId id = items().get(0).id();
    waiting("ann").dismiss(id);
    waiting("ann").dismiss(id);
    assertThat(items()).isEmpty();
    assertThat(items("eve")).hasSize(1);
    try (Parley other = another("later").build()) {
      Connection watcher = other.connect(ConnectOptions.of("watcher").in(workspace()));
      assertThat(watcher.waitingFor(ANN).list(Optional.empty(), 10).items()).isEmpty();
      assertThat(watcher.waitingFor(new AgentId("eve")).list(Optional.empty(), 10).items())
          .hasSize(1);
    }
  }

  @Test
  void dismissed_goes_whateverItsKind() {
    toAnn("alice", "hello");
    toAll("bob", "Is that right, @ann?");
    session("bob").tasks().create(TaskDraft.titled("t").assignee(ANN).build());
    Artifact artifact =
        session("bob").artifacts().post(ArtifactDraft.of("n", ArtifactType.REPORT, "x"));
    session("bob").reviews().request(artifact.id(), ANN);
    List<WaitingItem> all = items();
    assertThat(all)
        .extracting(WaitingItem::kind)
        .containsExactlyInAnyOrder(Kind.MESSAGE, Kind.MENTION, Kind.TASK, Kind.REVIEW);
    for (int left = all.size() - 1; left >= 0; left--) {
      waiting("ann").dismiss(all.get(left).id());
      assertThat(items()).isEqualTo(all.subList(0, left));
    }
  }

  @Test
  void dismissal_ofWhatDoesNotWait_isRefused() {
    toAnn("alice", "hello");
    WaitingId id = items().get(0).id();
    assertThat(refusedCode(() -> waiting("bob").dismiss(id))).isEqualTo(ProblemCode.NOT_FOUND);
    assertThat(refusedCode(() -> waiting("ann").dismiss(WaitingId.ofTask("none"))))
        .isEqualTo(ProblemCode.NOT_FOUND);
    assertThat(refusedCode(() -> new WaitingId("hello"))).isEqualTo(ProblemCode.INVALID_ARGUMENT);
  }

  @Test
  void dismissedTask_comesBack_withItsNextChange() {
    Task mine = session("alice").tasks().create(TaskDraft.titled("t").assignee(ANN).build());
    waiting("ann").dismiss(WaitingId.ofTask(mine.id().value()));
    assertThat(items()).isEmpty();
    clock().advance(MOMENT);
    session("ann").tasks().claim(mine.id());
    session("ann").tasks().release(mine.id(), Optional.empty());
    assertThat(kinds()).containsExactly(Kind.TASK);
    waiting("ann").dismiss(WaitingId.ofTask(mine.id().value()));
    assertThat(items()).isEmpty();
  }

  @Test
  void items_ofAllSessions_comeNewestFirst_pageByPage() {
    toAnn("alice", "one");
    clock().advance(MOMENT);
    session(parley(), "bob", OTHER).messages().send(SessionMessageDraft.direct(ANN, "two"));
    session("alice").tasks().create(TaskDraft.titled("three").assignee(ANN).build());
    toAnn("carol", "four");
    List<String> texts = new ArrayList<>();
    Optional<WaitingId> after = Optional.empty();
    boolean more = true;
    while (more) {
      ListPage<WaitingItem> page = waiting("ann").list(after, 1);
      page.items().forEach(item -> texts.add(item.text()));
      after = Optional.of(page.items().get(0).id());
      more = page.hasMore();
    }
    assertThat(texts).hasSize(4).startsWith("four").endsWith("one");
    WaitingId gone = WaitingId.ofTask("gone");
    assertThat(refusedCode(() -> waiting("ann").list(Optional.of(gone), 1)))
        .isEqualTo(ProblemCode.NOT_FOUND);
  }

  @Test
  void list_isBounded_andCutsTexts_betweenCharacters() {
    toAnn("alice", "x".repeat(WaitingItem.MAX_TEXT - 1) + "\uD83D\uDE00 and more");
    assertThat(only(Kind.MESSAGE).text()).isEqualTo("x".repeat(WaitingItem.MAX_TEXT - 1));
    for (int i = 0; i < Waiting.MAX_OF_KIND; i++) {
      toAnn("alice", "newer");
    }
    assertThat(items()).hasSize(Waiting.MAX_OF_KIND);
    assertThat(items()).extracting(WaitingItem::text).containsOnly("newer");
  }

  @Test
  void openMessage_isListed_behindManyThatAreAnswered() {
    toAnn("alice", "open");
    toAll("alice", "@ann open");
    toAll("bob", "end:waiting | open");
    for (int i = 0; i < Waiting.MAX_OF_KIND; i++) {
      toAnn("carol", "answered");
      toAll("carol", "@ann answered");
      toAll("carol", "end:waiting | answered");
    }
    answer("ann", new AgentId("carol"));
    assertThat(items()).extracting(WaitingItem::text).containsOnly("open", "@ann open");
    assertThat(kinds()).containsExactlyInAnyOrder(Kind.QUESTION, Kind.MENTION, Kind.MESSAGE);
  }

  @Test
  void messageOfLongAgo_waitsNoMore() {
    toAnn("alice", "old");
    toAll("alice", "@ann old");
    assertThat(items()).hasSize(2);
    clock().advance(WaitingMessages.MAX_AGE.plus(MOMENT));
    assertThat(items()).isEmpty();
  }

  @Test
  void otherWorkspaces_haveTheirOwnLists() {
    toAnn("alice", "here");
    WorkspaceId elsewhere = new WorkspaceId(workspace().value() + "x");
    Connection there = parley().connect(ConnectOptions.of("watcher").in(elsewhere));
    assertThat(there.waitingFor(ANN).list(Optional.empty(), 10).items()).isEmpty();
    assertThat(items()).hasSize(1);
  }

  @Test
  void change_ofASession_byADismissal_andByAMentionInARoom_isReported() {
    AtomicInteger changes = new AtomicInteger();
    connect("watcher")
        .onChange(
            part -> {
              if (part == ChangeListener.Part.WAITING) {
                changes.incrementAndGet();
              }
            });
    toAnn("alice", "hello");
    assertThat(changes.getAndSet(0)).isPositive();
    waiting("ann").dismiss(items().get(0).id());
    assertThat(changes.getAndSet(0)).isPositive();
    connect("alice").topics().post(ROOM, Body.of("@ann"), Optional.empty());
    eventually("the mention is reported", () -> changes.get() > 0);
  }
}

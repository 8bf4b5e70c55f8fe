package dev.parley.engine.session;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.ReviewStatus;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.event.AgentThinking;
import dev.parley.event.ArtifactPosted;
import dev.parley.event.Event;
import dev.parley.event.Event.Kind;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.event.ReviewChanged;
import dev.parley.event.SessionEvent;
import dev.parley.event.SessionStarted;
import dev.parley.event.SummarySaved;
import dev.parley.event.TaskChanged;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.Subscription;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.session.Session;
import dev.parley.session.Thought;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of the changes of a session: one order, nothing missing, nothing doubled. */
@OnStores
class SessionEventsTest extends OpenBoard {
  private static final int WRITERS = 8;
  private static final int EACH = 25;

  @Test
  void events_areEveryChangeInItsOrder() {
    Session alice = connect("alice").sessions().start(MAIN);
    Session bob = session("bob");
    var task = alice.tasks().create(TaskDraft.titled("t").build());
    bob.tasks().claim(task.id());
    alice.tasks().claim(task.id());
    bob.tasks().update(task.id(), TaskChange.to(TaskStatus.DONE));
    var message = bob.messages().send(SessionMessageDraft.direct(ALICE, "done"));
    var artifact = bob.artifacts().post(ArtifactDraft.of("a", ArtifactType.PR, "text"));
    var review = bob.reviews().request(artifact.id(), ALICE);
    alice.reviews().submit(review.id(), ReviewStatus.APPROVED, Optional.empty());
    alice.saveState("kept, and no change others see");
    List<RecordedEvent> events = alice.eventsAfter(0, 100);
    var verdict = bob.messages().after(0).get(0);
    assertThat(events)
        .extracting(RecordedEvent::event)
        .containsExactly(
            new SessionStarted(MAIN),
            new TaskChanged(task.id(), TaskStatus.TODO, Optional.empty()),
            new TaskChanged(task.id(), TaskStatus.IN_PROGRESS, Optional.of(BOB)),
            new TaskChanged(task.id(), TaskStatus.DONE, Optional.of(BOB)),
            new MessageSaid(message),
            new ArtifactPosted(artifact.id(), "a", ArtifactType.PR),
            new ReviewChanged(review.id(), ALICE, ReviewStatus.PENDING),
            new ReviewChanged(review.id(), ALICE, ReviewStatus.APPROVED),
            new MessageSaid(verdict));
    assertThat(events)
        .extracting(event -> event.agent().orElseThrow())
        .containsExactly(ALICE, ALICE, BOB, BOB, BOB, BOB, BOB, ALICE, ALICE);
    assertThat(seqs(events)).isSorted().doesNotHaveDuplicates();
    assertThat(events.get(4).seq()).isEqualTo(message.seq());
  }

  @Test
  void saveSummary_isAChangeOfASessionThatIsHere() {
    Connection alice = connect("alice");
    Session session = alice.sessions().start(MAIN);
    alice.sessions().saveSummary(MAIN, "It went well.");
    alice.sessions().saveSummary(new SessionId("elsewhere"), "Another server held it.");
    assertThat(session.eventsAfter(0, 10))
        .extracting(RecordedEvent::event)
        .containsExactly(new SessionStarted(MAIN), new SummarySaved());
    assertThat(alice.sessions().find(new SessionId("elsewhere"))).isEmpty();
  }

  @Test
  void eventsAfter_readsPagesThatMeet() {
    Session alice = session("alice");
    for (int i = 0; i < 10; i++) {
      alice.messages().send(SessionMessageDraft.broadcast("m" + i));
      alice.tasks().create(TaskDraft.titled("t" + i).build());
    }
    List<RecordedEvent> all = alice.eventsAfter(0, 10_000);
    assertThat(all).hasSize(20);
    for (int size : List.of(1, 3, 20, 21)) {
      List<RecordedEvent> paged = new ArrayList<>();
      for (List<RecordedEvent> page = alice.eventsAfter(0, size);
          !page.isEmpty();
          page = alice.eventsAfter(last(page), size)) {
        assertThat(page).hasSizeLessThanOrEqualTo(size);
        paged.addAll(page);
      }
      assertThat(paged).isEqualTo(all);
    }
    assertThat(alice.eventsAfter(last(all), 10)).isEmpty();
    assertThat(alice.eventsAfter(Long.MAX_VALUE, 10)).isEmpty();
  }

  @Test
  void eventsAfter_withALimitOutOfBounds_isRefused() {
    Session alice = session("alice");
    for (int limit : List.of(0, -1, 10_001)) {
      assertThat(refusedField(() -> alice.eventsAfter(0, limit))).isEqualTo("limit");
    }
  }

  @Test
  void follow_whileEightWrite_missesNothingAndDoublesNothing() throws Exception {
    Session watching = session("watching");
    List<RecordedEvent> live = Collections.synchronizedList(new ArrayList<>());
    Set<Thread> within = Collections.synchronizedSet(new HashSet<>());
    List<RecordedEvent> polled = new ArrayList<>();
    try (Subscription following =
        watching.follow(
            0,
            event -> {
              assertThat(within.add(Thread.currentThread())).isTrue();
              assertThat(within).hasSize(1);
              live.add(event);
              within.clear();
            })) {
      assertThat(following).isNotNull();
      AtOnce.run(
          WRITERS + 1,
          i -> {
            if (i == WRITERS) {
              poll(watching, polled);
            } else {
              write(session("agent-" + i), i);
            }
            return true;
          });
      List<RecordedEvent> all = watching.eventsAfter(0, 10_000);
      assertThat(all).hasSize(WRITERS * EACH * 3);
      assertThat(seqs(all)).isSorted().doesNotHaveDuplicates();
      eventually("all is heard", () -> live.size() >= all.size());
      assertThat(live).isEqualTo(all);
      assertThat(polled).isEqualTo(all);
      for (int i = 0; i < WRITERS; i++) {
        String prefix = i + ":";
        assertThat(all.stream().map(RecordedEvent::event))
            .filteredOn(event -> said(event).startsWith(prefix))
            .extracting(SessionEventsTest::said)
            .isEqualTo(IntStream.range(0, EACH).mapToObj(n -> prefix + n).toList());
      }
    }
  }

  @Test
  void follow_fromTheMiddle_hearsWhatStandsBehindIt() throws Exception {
    Session alice = session("alice");
    IntStream.range(0, 4).forEach(i -> alice.tasks().create(TaskDraft.titled("t" + i).build()));
    List<RecordedEvent> all = alice.eventsAfter(0, 10);
    List<RecordedEvent> heard = Collections.synchronizedList(new ArrayList<>());
    try (Subscription following = alice.follow(all.get(1).seq(), heard::add)) {
      assertThat(following).isNotNull();
      eventually("what was is heard", () -> heard.size() == 2);
      alice.messages().send(SessionMessageDraft.broadcast("live"));
      eventually("what comes is heard", () -> heard.size() == 3);
      assertThat(heard.subList(0, 2)).isEqualTo(all.subList(2, 4));
      assertThat(heard.get(2).event().kind()).isEqualTo(Kind.MESSAGE_SAID);
    }
  }

  @Test
  void follow_onceEnded_hearsNoMore() throws Exception {
    Session alice = session("alice");
    List<SessionEvent> ended = Collections.synchronizedList(new ArrayList<>());
    List<SessionEvent> goingOn = Collections.synchronizedList(new ArrayList<>());
    Subscription first = alice.follow(0, event -> ended.add(event.event()));
    try (Subscription second = alice.follow(0, event -> goingOn.add(event.event()))) {
      assertThat(second).isNotNull();
      first.close();
      first.close();
      alice.messages().send(SessionMessageDraft.broadcast("hi"));
      alice.think("hm");
      eventually("the other hears both", () -> goingOn.size() == 2);
      assertThat(ended).isEmpty();
    }
  }

  @Test
  void follower_thatThrowsOrIsSlow_isToldOfTheNextAndDelaysNobody() throws Exception {
    Session alice = session("alice");
    CountDownLatch release = new CountDownLatch(1);
    List<Long> heard = Collections.synchronizedList(new ArrayList<>());
    List<Long> slow = Collections.synchronizedList(new ArrayList<>());
    try (Subscription one =
            alice.follow(
                0,
                event -> {
                  slow.add(event.seq());
                  try {
                    release.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
        Subscription two =
            alice.follow(
                0,
                event -> {
                  heard.add(event.seq());
                  throw new IllegalStateException("on purpose");
                })) {
      assertThat(List.of(one, two)).hasSize(2);
      IntStream.range(0, 3).forEach(i -> alice.messages().send(SessionMessageDraft.broadcast("m")));
      eventually("the quick one hears all", () -> heard.size() == 3);
      assertThat(slow).hasSizeLessThanOrEqualTo(1);
      release.countDown();
      eventually("the slow one too", () -> slow.size() == 3);
      assertThat(slow).isEqualTo(heard);
    }
  }

  @Test
  void thought_isToldAtThePositionReachedAndNotKept() throws Exception {
    Session alice = session("alice");
    alice.tasks().create(TaskDraft.titled("t").build());
    long reached = alice.eventsAfter(0, 10).get(0).seq();
    List<RecordedEvent> heard = Collections.synchronizedList(new ArrayList<>());
    try (Subscription following = session("bob").follow(0, heard::add)) {
      assertThat(following).isNotNull();
      eventually("the task is heard", () -> heard.size() == 1);
      alice.think("what next");
      eventually("the thought is heard", () -> heard.size() == 2);
      assertThat(heard.get(1))
          .isEqualTo(
              new RecordedEvent(
                  reached, clock().instant(), Optional.of(ALICE), new AgentThinking("what next")));
    }
    assertThat(alice.eventsAfter(0, 10)).hasSize(1);
  }

  @Test
  void thoughts_areTheLastOfEachAgentCutAtTheBound() {
    Session alice = session("alice");
    Session bob = session("bob");
    String longest = "y".repeat(Thought.MAX_LENGTH);
    alice.think("first");
    bob.think(longest);
    alice.think(longest + "z");
    assertThat(bob.thoughts())
        .containsExactly(
            new Thought(new AgentId("bob"), longest, clock().instant()),
            new Thought(ALICE, longest, clock().instant()));
    alice.think("y".repeat(Thought.MAX_LENGTH - 1) + "\uD83D\uDE00");
    assertThat(bob.thoughts().get(1).content()).isEqualTo("y".repeat(Thought.MAX_LENGTH - 1));
  }

  @Test
  void follow_hearsWhatAnotherNodeWrote() throws Exception {
    List<RecordedEvent> heard = Collections.synchronizedList(new ArrayList<>());
    try (Parley other = another("other").build();
        Subscription following = session("alice").follow(0, heard::add)) {
      assertThat(following).isNotNull();
      session(other, "bob", MAIN).messages().send(SessionMessageDraft.broadcast("from afar"));
      eventually("it is heard", () -> heard.size() == 1);
    }
  }

  @Test
  void events_ofAnotherSession_areNotTold() throws Exception {
    Session other = session(parley(), "alice", new SessionId("other"));
    List<RecordedEvent> heard = Collections.synchronizedList(new ArrayList<>());
    Session here = session("alice");
    try (Subscription following = here.follow(0, heard::add)) {
      assertThat(following).isNotNull();
      other.messages().send(SessionMessageDraft.broadcast("elsewhere"));
      other.think("elsewhere");
      here.think("here");
      eventually("what is here is heard", () -> !heard.isEmpty());
      assertThat(heard).hasSize(1);
    }
    assertThat(here.eventsAfter(0, 10)).isEmpty();
  }

  /** Per round a message, a task, and a change of that task: three changes. */
  private static void write(Session session, int writer) {
    for (int n = 0; n < EACH; n++) {
      session.messages().send(SessionMessageDraft.broadcast(writer + ":" + n));
      var task = session.tasks().create(TaskDraft.titled("t").build());
      session.tasks().claim(task.id());
    }
  }

  private static void poll(Session session, List<RecordedEvent> into) {
    while (into.size() < WRITERS * EACH * 3) {
      into.addAll(session.eventsAfter(into.isEmpty() ? 0 : last(into), 7));
    }
  }

  private static String said(SessionEvent event) {
    return event instanceof MessageSaid said ? said.message().draft().content() : "";
  }

  private static long last(List<RecordedEvent> events) {
    return events.get(events.size() - 1).seq();
  }

  private static List<Long> seqs(List<RecordedEvent> events) {
    return events.stream().map(RecordedEvent::seq).toList();
  }

  @Test
  void events_inPagesOfAnySize_holdEachChangeOnceBothWays() {
    Session alice = session("alice");
    Random random = new Random(11);
    for (int i = 0; i < 60; i++) {
      if (random.nextInt(3) == 0) {
        alice.tasks().create(TaskDraft.titled("t" + i).build());
      } else {
        alice.messages().send(SessionMessageDraft.broadcast("x".repeat(1 + random.nextInt(40))));
      }
    }
    List<RecordedEvent> all = alice.eventsAfter(0, 10_000);
    for (Set<Event.Kind> kinds :
        List.<Set<Event.Kind>>of(
            Set.of(), Set.of(Event.Kind.MESSAGE_SAID), Set.of(Event.Kind.TASK_CHANGED))) {
      List<RecordedEvent> wanted =
          all.stream()
              .filter(event -> kinds.isEmpty() || kinds.contains(event.event().kind()))
              .toList();
      for (int round = 0; round < 10; round++) {
        PageSize<RecordedEvent> size =
            new PageSize<>(1 + random.nextInt(20), random.nextInt(200), SessionEventsTest::length);
        assertThat(forwards(alice, kinds, size)).isEqualTo(wanted);
        assertThat(backwards(alice, kinds, size, last(all) + 1)).isEqualTo(wanted);
      }
    }
    TaskId task = alice.tasks().create(TaskDraft.titled("one").build()).id();
    alice.tasks().claim(task);
    alice.tasks().release(task, Optional.empty());
    assertThat(alice.changesOf(task, 3).items()).hasSize(3);
    assertThat(alice.changesOf(task, 3).hasMore()).isFalse();
    assertThat(alice.changesOf(task, 2).items())
        .isEqualTo(alice.changesOf(task, 3).items().subList(1, 3));
    assertThat(alice.changesOf(task, 2).hasMore()).isTrue();
  }

  private static long length(RecordedEvent event) {
    return event.event() instanceof MessageSaid said
        ? said.message().draft().content().length()
        : 1;
  }

  private static List<RecordedEvent> forwards(
      Session alice, Set<Event.Kind> kinds, PageSize<RecordedEvent> size) {
    List<RecordedEvent> read = new ArrayList<>();
    ListPage<RecordedEvent> page;
    do {
      page = alice.events(read.isEmpty() ? 0 : last(read), kinds, size);
      check(page, size);
      read.addAll(page.items());
    } while (page.hasMore());
    return read;
  }

  private static List<RecordedEvent> backwards(
      Session alice, Set<Event.Kind> kinds, PageSize<RecordedEvent> size, long before) {
    List<RecordedEvent> read = new ArrayList<>();
    ListPage<RecordedEvent> page;
    do {
      page = alice.eventsBefore(read.isEmpty() ? before : read.get(0).seq(), kinds, size);
      check(page, size);
      read.addAll(0, page.items());
    } while (page.hasMore());
    return read;
  }

  private static void check(ListPage<RecordedEvent> page, PageSize<RecordedEvent> size) {
    assertThat(page.items()).hasSizeBetween(page.hasMore() ? 1 : 0, size.limit());
    long weight = page.items().stream().mapToLong(SessionEventsTest::length).sum();
    assertThat(weight <= size.budget() || page.items().size() == 1).isTrue();
  }
}

package dev.parley.war.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.SessionMessageDraft;
import dev.parley.problem.ParleyException;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskEdit;
import dev.parley.task.TaskStatus;
import dev.parley.war.guard.AgentGuard;
import dev.parley.war.guard.GuardLimits;
import dev.parley.war.guard.LoopGuards;
import dev.parley.war.login.People;
import dev.parley.war.testing.Eventually;
import dev.parley.war.wake.Desks;
import dev.parley.war.wake.WakeServices;
import dev.parley.war.wake.WakeTests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The stream of a page. The feed reads everything each 15 s; a test waits less, so that what it
 * sees was reported.
 */
class FeedTest {
  private static final RoomName PLANNING = RoomName.of("planning");

  /** While it is there, a read of the workspace waits for it. */
  private final AtomicReference<CountDownLatch> gate = new AtomicReference<>();

  private final CountDownLatch waits = new CountDownLatch(1);

  private final Parley parley = ParleyBuilder.builder().inMemory().clock(this::gated).build();
  private final LoopGuards guards = new LoopGuards(new GuardLimits(1, 1, 1));
  private final Feed feed =
      new Feed(
          () -> parley,
          WorkspaceId.DEFAULT,
          new People(),
          new WakeServices(new Desks(guards), new WakeTests()),
          10);

  {
    guards.onChange((workspace, agent) -> feed.stopChanged(agent));
  }

  private final Connection alice = parley.connect(ConnectOptions.of("alice"));
  private final OpenStream page = OpenStream.of(feed);

  @AfterEach
  void close() {
    feed.close();
    parley.close();
  }

  private Instant gated() {
    CountDownLatch closed = gate.get();
    if (closed != null && Thread.currentThread().getName().equals(FeedSchedule.READER)) {
      waits.countDown();
      try {
        assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }
    return Instant.now();
  }

  @Test
  void message_isSent_whileTheWorkspaceIsRead() throws Exception {
    Session session = alice.sessions().start(new SessionId("one"));
    page.awaits("event: session\ndata: {\"id\":\"one\"}");
    CountDownLatch closed = new CountDownLatch(1);
    gate.set(closed);
    say(session, "the first");
    page.awaits("the first");
    assertThat(waits.await(20, TimeUnit.SECONDS)).isTrue();
    parley.connect(ConnectOptions.of("carol"));
    say(session, "the second");
    page.awaits("the second");
    assertThat(page.text()).doesNotContain("carol");
    gate.set(null);
    closed.countDown();
    page.awaits("carol");
  }

  private static void say(Session session, String text) {
    var unused = session.messages().send(SessionMessageDraft.broadcast(text));
  }

  @Test
  void room_made_isNamedAsFollowed() {
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    page.awaits("event: rooms\ndata: {\"followed\":[\"planning\"]}");
  }

  /** The feed has just read the rooms, and pauses before it reads them again. */
  @Test
  void message_rightAfterItsRoomWasMade_isSent() {
    alice.rooms().join(RoomName.of("before"), Nickname.of("alice"));
    page.awaits("event: rooms");
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    var unused = alice.rooms().send(PLANNING, Body.of("the first word"));
    page.awaits("the first word");
  }

  @Test
  void room_becomesDurable_isReported() {
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    feed.close();
    OpenStream later = OpenStream.of(feed);
    var unused = alice.topics().post(PLANNING, Body.of("stored"), Optional.empty());
    later.awaits("event: rooms\ndata: {\"followed\":[]}");
  }

  @Test
  void agent_comesJoinsAndGoes() {
    Connection carol = parley.connect(ConnectOptions.of("carol"));
    page.awaits("\"id\":\"carol\",\"online\":true");
    carol.rooms().join(PLANNING, Nickname.of("carol"));
    page.awaits("\"rooms\":[\"planning\"]");
    carol.close();
    page.awaits("\"id\":\"carol\",\"online\":false");
  }

  @Test
  void stopOfAnAgent_andItsLift_areReported() {
    AgentGuard guard = guards.of(WorkspaceId.DEFAULT, alice.agent());
    guard.handed(new AgentId("bob"));
    assertThatExceptionOfType(ParleyException.class)
        .isThrownBy(() -> guard.send("planning", "hi", Optional.empty(), () -> ""));
    page.awaits("\"stopped\":{\"reason\":\"loop\"");
    assertThat(guard.reset()).isTrue();
    Eventually.eventually(
        "the page gets the lift",
        () -> page.text().lastIndexOf("\"stopped\":null") > page.text().lastIndexOf("\"loop\""));
  }

  @Test
  void session_started_isFollowedFromThenOn() {
    var session = alice.sessions().start(new SessionId("one"));
    page.awaits("event: session\ndata: {\"id\":\"one\"}");
    session.think("of nothing");
    page.awaits("of nothing");
  }

  /** The feed reads a change some time after it was made. */
  @Test
  void page_rightAfterASessionWasStarted_followsIt() {
    for (String id : List.of("one", "two", "three")) {
      alice.sessions().start(new SessionId(id));
      OpenStream.of(feed).awaits("event: hello\ndata: {\"session\":\"" + id + "\"");
    }
  }

  @Test
  void stateOfAnAgent_isReported_whenItClaimsAsksAndFinishes() {
    Session session = alice.sessions().start(new SessionId("one"));
    page.awaits("event: session\ndata: {\"id\":\"one\"}");
    Task task = session.tasks().create(TaskDraft.titled("Wire the parser").build());
    session.tasks().claim(task.id());
    page.awaits("\"state\":{\"kind\":\"working\"");
    page.awaits("\"title\":\"Wire the parser\"");
    var unused = session.messages().send(SessionMessageDraft.broadcast("end:waiting | for ann"));
    page.awaits("\"state\":{\"kind\":\"waiting\"");
    session.tasks().update(task.id(), TaskChange.to(TaskStatus.DONE));
    page.awaits("\"state\":{\"kind\":\"done\"");
  }

  @Test
  void title_thatWasEdited_isTheNewOne() {
    Session session = alice.sessions().start(new SessionId("one"));
    page.awaits("event: session\ndata: {\"id\":\"one\"}");
    Task task = session.tasks().create(TaskDraft.titled("Old title").build());
    page.awaits("\"title\":\"Old title\"");
    session.tasks().edit(task.id(), TaskEdit.titled("New title"));
    page.awaits("\"title\":\"New title\"");
    session.tasks().claim(task.id());
    page.awaits("\"title\":\"New title\",\"status\":\"in_progress\"");
  }

  @Test
  void statesOfAnotherWorkspace_areNotReported() {
    WorkspaceId red = new WorkspaceId("red");
    Connection bob = parley.connect(ConnectOptions.of("bob").in(red));
    Session session = bob.sessions().start(new SessionId("one"));
    Task task = session.tasks().create(TaskDraft.titled("Red thing").build());
    session.tasks().claim(task.id());
    Session own = alice.sessions().start(new SessionId("one"));
    own.tasks().claim(own.tasks().create(TaskDraft.titled("Own thing").build()).id());
    page.awaits("\"title\":\"Own thing\"");
    assertThat(page.text()).doesNotContain("Red thing");
  }

  @Test
  void messages_sayWhetherTheirSenderWasVerified() {
    Connection vera = parley.connect(ConnectOptions.of("vera").asVerified());
    for (Connection speaker : List.of(vera, alice)) {
      speaker.rooms().join(PLANNING, Nickname.of(speaker.agent().value()));
      var unused = speaker.rooms().send(PLANNING, Body.of("by " + speaker.agent()));
    }
    page.awaits("\"verified\":true,\"text\":\"by vera\"");
    page.awaits("\"verified\":false,\"text\":\"by alice\"");
    SessionMessageDraft draft = SessionMessageDraft.broadcast("hi");
    var first = vera.sessions().start(new SessionId("one"));
    page.awaits("event: session\ndata: {\"id\":\"one\"}");
    var unused = first.messages().send(draft);
    page.awaits("\"from\":\"vera\",\"verified\":true");
    var unusedToo = alice.sessions().start(new SessionId("one")).messages().send(draft);
    page.awaits("\"from\":\"alice\",\"verified\":false");
  }

  @Test
  void event_duringTheHello_comesAfterIt() {
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    OpenStream second =
        OpenStream.of(
            feed,
            () -> {
              var unused = alice.rooms().send(PLANNING, Body.of("meanwhile"));
              page.mayGet("meanwhile", Duration.ofSeconds(1));
            });
    page.awaits("meanwhile");
    assertThat(second.text()).startsWith("event: hello\n");
  }

  @Test
  void page_whoseLoginEndsWhileItOpens_isNotWrittenTo() {
    assertThat(feed.pages()).isEqualTo(1);
    OpenStream ended = OpenStream.ending(feed);
    assertThat(feed.pages()).isEqualTo(1);
    assertThat(ended.text()).isEmpty();
  }
}

package dev.parley.engine;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.engine.config.Limits;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.SectionKey;
import dev.parley.message.SessionMessageDraft;
import dev.parley.problem.ParleyException;
import dev.parley.problem.RateLimited;
import dev.parley.problem.ServerFull;
import dev.parley.session.Session;
import dev.parley.task.TaskDraft;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each bound on what callers can make grow: the last that passes and the first that does not. */
class LimitsTest {

  @Test
  void connect_toOneWorkspaceTooMany_isRefusedAndKnownOnesStayOpen(@TempDir Path data) {
    for (int start = 0; start < 2; start++) {
      try (Parley parley = parley(Limits.DEFAULT.withWorkspaces(2), data)) {
        connect(parley, "a", "default");
        if (start == 0) { // the second time it is known by its room alone
          connect(parley, "a", "other").rooms().join(RoomName.of("planning"));
        }
        assertThat(refused(() -> connect(parley, "a", "third")))
            .isEqualTo(new ServerFull("workspaces", 2));
        connect(parley, "b", "other");
      }
    }
  }

  @Test
  void join_ofOneNewRoomTooMany_isRefusedAndKnownOnesStayOpen() {
    try (Parley parley = parley(Limits.DEFAULT.withRooms(2))) {
      Connection alice = connect(parley, "alice", "default");
      alice.rooms().join(RoomName.of("one"));
      alice.rooms().join(RoomName.of("two"));
      assertThat(refused(() -> alice.rooms().join(RoomName.of("three"))))
          .isEqualTo(new ServerFull("rooms", 2));
      connect(parley, "bob", "default").rooms().join(RoomName.of("two"));
      connect(parley, "bob", "other").rooms().join(RoomName.of("three"));
    }
  }

  @Test
  void start_ofOneNewSessionTooMany_isRefusedAndKnownOnesStayOpen() {
    try (Parley parley = parley(Limits.DEFAULT.withSessions(2))) {
      Connection alice = connect(parley, "alice", "default");
      alice.sessions().start(new SessionId("one"));
      alice.sessions().start(new SessionId("two"));
      assertThat(refused(() -> alice.sessions().start(new SessionId("three"))))
          .isEqualTo(new ServerFull("sessions", 2));
      alice.sessions().start(new SessionId("one"));
      alice.sessions().saveSummary(new SessionId("one"), "s");
      alice.sessions().saveSummary(new SessionId("two"), "s");
      assertThat(refused(() -> alice.sessions().saveSummary(new SessionId("three"), "s")))
          .isEqualTo(new ServerFull("summaries", 2));
      alice.sessions().saveSummary(new SessionId("two"), "again");
    }
  }

  @Test
  void connect_byOneAgentTooMany_isRefusedUntilOneIsGone() {
    try (Parley parley = parley(Limits.DEFAULT.withAgents(2))) {
      Connection alice = connect(parley, "alice", "default");
      connect(parley, "bob", "default");
      assertThat(refused(() -> connect(parley, "carol", "default")))
          .isEqualTo(new ServerFull("agents", 2));
      connect(parley, "bob", "default");
      alice.close();
      connect(parley, "carol", "default");
      assertThat(refused(() -> connect(parley, "dave", "default")))
          .isEqualTo(new ServerFull("agents", 2));
    }
  }

  @Test
  void write_ofOneMemoryDocumentTooMany_isRefusedAndKnownOnesAreWritten(@TempDir Path home) {
    Limits limits = Limits.DEFAULT.withDocuments(2);
    for (ParleyBuilder engine :
        List.of(
            ParleyBuilder.builder().inMemory(), ParleyBuilder.builder().inMemory().home(home))) {
      try (Parley parley = engine.limits(limits).build()) {
        Connection alice = connect(parley, "alice", "default");
        SectionKey key = new SectionKey("Stack");
        alice.memory().write(key, "of the project");
        alice.memory().append(new AgentId("one"), "x");
        alice.memory().write(new AgentId("two"), key, "x");
        assertThat(refused(() -> alice.memory().append(new AgentId("three"), "x")))
            .isEqualTo(new ServerFull("memory documents", 2));
        assertThat(refused(() -> alice.memory().write(new AgentId("three"), key, "x")))
            .isEqualTo(new ServerFull("memory documents", 2));
        alice.memory().append(new AgentId("two"), "y");
      }
    }
  }

  @Test
  void send_fasterThanTheMessageRate_isRefusedForBroadcastsAndDirectOnes() {
    try (Parley parley =
        parley(Limits.DEFAULT.withRates(RateLimit.perSecond(1, 3), RateLimit.OFF))) {
      Session session = connect(parley, "alice", "default").sessions().current();
      session.messages().send(SessionMessageDraft.broadcast("1"));
      session.messages().send(SessionMessageDraft.direct(new AgentId("bob"), "2"));
      session.as(new AgentId("alice.fe")).messages().send(SessionMessageDraft.broadcast("3"));
      for (SessionMessageDraft late :
          List.of(
              SessionMessageDraft.broadcast("4"),
              SessionMessageDraft.direct(new AgentId("bob"), "4"))) {
        assertThat(refused(() -> session.messages().send(late)))
            .isInstanceOfSatisfying(
                RateLimited.class,
                limited ->
                    assertThat(limited.retryAfter())
                        .isBetween(Duration.ofMillis(1), Duration.ofSeconds(1)));
      }
      session.tasks().create(TaskDraft.titled("t").build());
      connect(parley, "alice", "default")
          .sessions()
          .current()
          .messages()
          .send(SessionMessageDraft.broadcast("5"));
    }
  }

  @Test
  void write_fasterThanTheWriteRate_isRefusedWhateverIsWritten() {
    RateLimit slow = RateLimit.perSecond(1, 2);
    Limits limits = Limits.DEFAULT.withRates(RateLimit.OFF, slow);
    try (Parley parley = parley(limits)) {
      connect(parley, "first", "default").sessions().start(new SessionId("run"));
      Connection alice = connect(parley, "alice", "default");
      Session session = alice.sessions().current();
      SectionKey stack = new SectionKey("stack");
      IdempotencyKey key = new IdempotencyKey("k");
      List<ThrowingCallable> writes =
          List.of(
              () -> session.tasks().create(TaskDraft.titled("3").build()),
              () -> session.messages().send(SessionMessageDraft.broadcast("x")),
              () -> session.artifacts().post(ArtifactDraft.of("a", ArtifactType.DOCUMENT, "x")),
              () -> session.saveState("x"),
              () -> session.think("x"),
              () -> alice.memory().write(stack, "x"),
              () -> alice.memory().append(new AgentId("alice"), "x"),
              () -> alice.memory().replace(Optional.empty(), stack, Optional.empty(), "x"),
              () -> alice.memory().write(Optional.empty(), stack, "x", key),
              () -> alice.memory().append(new AgentId("alice"), "x", key),
              () -> alice.sessions().start(new SessionId("other")),
              () -> alice.sessions().saveSummary(new SessionId("run"), "x"),
              () -> alice.rooms().join(RoomName.of("room")));
      assertThat(writes)
          .allSatisfy(
              write -> {
                useUp(session);
                assertThat(refused(write)).isInstanceOf(RateLimited.class);
              });
      assertThat(alice.memory().project()).isEmpty();
      assertThat(alice.rooms().list().available()).isEmpty();
    }
  }

  @Test
  void limits_belowOne_areRefusedByTheirSetting() {
    assertThat(refusedField(() -> Limits.DEFAULT.withRooms(0))).isEqualTo("max-rooms");
    assertThat(refusedField(() -> Limits.DEFAULT.withAgents(0))).isEqualTo("max-agents");
    assertThat(refusedField(() -> Limits.DEFAULT.withSessions(0))).isEqualTo("max-sessions");
    assertThat(refusedField(() -> Limits.DEFAULT.withDocuments(0))).isEqualTo("max-documents");
    assertThat(refusedField(() -> Limits.DEFAULT.withWorkspaces(0))).isEqualTo("max-workspaces");
    Limits.DEFAULT.withRooms(1).withAgents(1).withSessions(1).withDocuments(1).withWorkspaces(1);
  }

  /** Writes until nothing more passes for the rest of a second. */
  private static void useUp(Session session) {
    assertThatThrownBy(
            () -> {
              while (true) {
                session.tasks().create(TaskDraft.titled("one more").build());
              }
            })
        .isInstanceOf(ParleyException.class);
  }

  private static Parley parley(Limits limits) {
    MovableClock clock = new MovableClock(Instant.parse("2026-01-02T03:04:05Z"));
    return ParleyBuilder.builder().inMemory().clock(clock).limits(limits).build();
  }

  private static Parley parley(Limits limits, Path data) {
    return ParleyBuilder.builder().data(data).limits(limits).build();
  }

  private static Connection connect(Parley parley, String agent, String workspace) {
    return parley.connect(ConnectOptions.of(agent).in(new WorkspaceId(workspace)));
  }
}

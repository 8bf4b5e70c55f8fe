package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.Inbox;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Artifacts;
import dev.parley.artifact.ReviewFilter;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.PermissionId;
import dev.parley.id.ReviewId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.memory.Memory;
import dev.parley.memory.SectionKey;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.DurableTopics;
import dev.parley.message.SearchQuery;
import dev.parley.message.SessionMessageDraft;
import dev.parley.page.PageSize;
import dev.parley.permission.PermissionAnswer;
import dev.parley.permission.PermissionDraft;
import dev.parley.permission.Permissions;
import dev.parley.presence.Presence;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.ParleyException;
import dev.parley.room.Rooms;
import dev.parley.session.Session;
import dev.parley.session.SessionMessages;
import dev.parley.session.Sessions;
import dev.parley.task.Lease;
import dev.parley.task.Priority;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskEdit;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskStatus;
import dev.parley.task.Tasks;
import dev.parley.team.Teams;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every call through a connection renews what its agent has claimed, whatever it asks for. The
 * methods are those the interfaces have: one that is added is called here too.
 */
class CallsRenewLeasesTest {
  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final SessionId MAIN = new SessionId("main");
  private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

  /** The views of a connection, each with how it is reached. */
  private static final Map<Class<?>, Function<Connection, Object>> VIEWS = new LinkedHashMap<>();

  /** An argument of each type; the call may be refused, and counts all the same. */
  private static final Map<Class<?>, Object> ARGUMENTS = new LinkedHashMap<>();

  static {
    VIEWS.put(Rooms.class, Connection::rooms);
    VIEWS.put(DurableTopics.class, Connection::topics);
    VIEWS.put(Inbox.class, Connection::inbox);
    VIEWS.put(Presence.class, Connection::presence);
    VIEWS.put(Sessions.class, Connection::sessions);
    VIEWS.put(Memory.class, Connection::memory);
    VIEWS.put(Teams.class, Connection::teams);
    VIEWS.put(Permissions.class, Connection::permissions);
    VIEWS.put(Session.class, CallsRenewLeasesTest::session);
    VIEWS.put(SessionMessages.class, connection -> session(connection).messages());
    VIEWS.put(Tasks.class, connection -> session(connection).tasks());
    VIEWS.put(Artifacts.class, connection -> session(connection).artifacts());
    VIEWS.put(Reviews.class, connection -> session(connection).reviews());
    ARGUMENTS.put(RoomName.class, RoomName.of("planning"));
    ARGUMENTS.put(Nickname.class, Nickname.of("otter"));
    ARGUMENTS.put(Body.class, Body.of("text"));
    ARGUMENTS.put(IdempotencyKey.class, new IdempotencyKey("key"));
    ARGUMENTS.put(MessageId.class, Ulids.nextMessage());
    ARGUMENTS.put(Cursor.class, new Cursor("0"));
    ARGUMENTS.put(SearchQuery.class, SearchQuery.of("text"));
    ARGUMENTS.put(RosterQuery.class, RosterQuery.ALL);
    ARGUMENTS.put(AgentId.class, new AgentId("bob"));
    ARGUMENTS.put(SectionKey.class, new SectionKey("Notes"));
    ARGUMENTS.put(SessionId.class, MAIN);
    ARGUMENTS.put(TaskId.class, new TaskId("absent"));
    ARGUMENTS.put(TaskDraft.class, TaskDraft.titled("made").build());
    ARGUMENTS.put(TaskChange.class, TaskChange.to(TaskStatus.TODO));
    ARGUMENTS.put(TaskEdit.class, TaskEdit.titled("edited"));
    ARGUMENTS.put(TaskFilter.class, TaskFilter.ALL);
    ARGUMENTS.put(ReviewFilter.class, ReviewFilter.ALL);
    ARGUMENTS.put(SessionMessageDraft.class, SessionMessageDraft.broadcast("text"));
    ARGUMENTS.put(ArtifactId.class, new ArtifactId("absent"));
    ARGUMENTS.put(ArtifactDraft.class, ArtifactDraft.of("made", ArtifactType.REPORT, "text"));
    ARGUMENTS.put(ReviewId.class, new ReviewId("absent"));
    ARGUMENTS.put(ReviewStatus.class, ReviewStatus.APPROVED);
    ARGUMENTS.put(PermissionDraft.class, new PermissionDraft("abcde", "Bash", "", "ls"));
    ARGUMENTS.put(PermissionId.class, new PermissionId(Ulids.next()));
    ARGUMENTS.put(PermissionAnswer.class, PermissionAnswer.ALLOW);
    ARGUMENTS.put(Consumer.class, (Consumer<?>) event -> {});
    ARGUMENTS.put(Predicate.class, (Predicate<?>) event -> true);
    ARGUMENTS.put(Set.class, Set.of());
    ARGUMENTS.put(String.class, "text");
    ARGUMENTS.put(Duration.class, Duration.ZERO);
    ARGUMENTS.put(Optional.class, Optional.empty());
    ARGUMENTS.put(OptionalLong.class, OptionalLong.empty());
    ARGUMENTS.put(PageSize.class, PageSize.of(1));
    ARGUMENTS.put(int.class, 1);
    ARGUMENTS.put(long.class, 1L);
  }

  /** The methods that only look up what is called then, and what the transport says. */
  private static final Set<String> PASSED_OVER =
      Set.of(
          "current",
          "notReceived",
          "id",
          "agent",
          "as",
          "overseen",
          "understand",
          "messages",
          "tasks",
          "artifacts",
          "reviews");

  private static final MovableClock CLOCK = new MovableClock(START);
  private static Parley parley;
  private static Connection alice;
  private static Tasks watching;
  private static TaskId claimed;

  /** The views are taken once, so that none of them renews by being looked up. */
  private static final Map<Class<?>, Object> REACHED = new LinkedHashMap<>();

  @BeforeAll
  static void claim() {
    parley =
        ParleyBuilder.builder()
            .inMemory()
            .clock(CLOCK)
            .lease(LEASE)
            .rateLimit(RateLimit.OFF)
            .build();
    alice = parley.connect(ConnectOptions.of("alice").during(MAIN));
    VIEWS.forEach((type, view) -> REACHED.put(type, view.apply(alice)));
    watching =
        parley.connect(ConnectOptions.of("watcher").during(MAIN)).sessions().current().tasks();
    claimed = watching.create(TaskDraft.titled("t").priority(Priority.HIGH).build()).id();
    alice.sessions().current().tasks().claim(claimed);
  }

  @AfterAll
  static void close() {
    parley.close();
  }

  /**
   * A session is looked up to be acted in as this agent or another, and renews by what is done.
   * That an answer did not arrive is said by the transport, not by the agent. A message that may be
   * an answer to a permission request was sent by a call of its own.
   */
  static Stream<Method> calls() {
    return VIEWS.keySet().stream()
        .flatMap(view -> Arrays.stream(view.getMethods()))
        .filter(method -> Modifier.isAbstract(method.getModifiers()))
        .filter(method -> !PASSED_OVER.contains(method.getName()))
        .sorted(Comparator.comparing(Method::toString));
  }

  @ParameterizedTest
  @MethodSource("calls")
  void lease_goesOnWithEachCall(Method call) {
    renewsBy(() -> invoke(call));
  }

  @Test
  void lease_goesOnWithARenewalOfTheAgentNamed() {
    Connection shared = parley.connect(ConnectOptions.of("carol").during(MAIN));
    renewsBy(() -> shared.renewLeases(new AgentId("alice")));
  }

  private static void renewsBy(Runnable call) {
    CLOCK.advance(LEASE.dividedBy(2));
    call.run();
    Instant renewed = CLOCK.instant().plus(LEASE);
    eventually("it is renewed", () -> until().equals(renewed));
  }

  private static Session session(Connection connection) {
    return connection.sessions().current();
  }

  private static Instant until() {
    return watching.find(claimed).orElseThrow().lease().map(Lease::until).orElse(Instant.MIN);
  }

  private static void invoke(Method call) {
    Object[] arguments =
        Arrays.stream(call.getParameterTypes())
            .map(
                type -> {
                  assertThat(ARGUMENTS).as("an argument for %s", call).containsKey(type);
                  return ARGUMENTS.get(type);
                })
            .toArray();
    try {
      call.invoke(REACHED.get(call.getDeclaringClass()), arguments);
    } catch (InvocationTargetException thrown) {
      assertThat(thrown.getCause()).isInstanceOf(ParleyException.class);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}

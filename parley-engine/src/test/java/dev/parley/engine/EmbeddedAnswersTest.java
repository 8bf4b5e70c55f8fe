package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessage;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The message of an act takes every path of a direct message. */
class EmbeddedAnswersTest {
  private static final String TEXT = "lea assigned task \"t\" to you.";

  private final HikariDataSource source = Databases.inMemory();
  private final Parley parley = node("one");

  private Parley node(String name) {
    return ParleyBuilder.builder().database(source).node(name).rateLimit(RateLimit.OFF).build();
  }

  @AfterEach
  void close() {
    parley.close();
    source.close();
  }

  private static Connection connect(Parley parley, String agent) {
    Connection connection =
        parley.connect(ConnectOptions.of(agent).during(new SessionId("run")).asPerson().asLead());
    connection.sessions().current();
    return connection;
  }

  private static void assignToBob(Connection lead) {
    var tasks = lead.sessions().current().tasks();
    var task = tasks.create(TaskDraft.titled("t").build());
    tasks.update(task.id(), TaskChange.assignTo(new AgentId("bob")));
  }

  private static List<String> waited(Connection connection) {
    return connection
        .inbox()
        .await(OptionalLong.empty(), 100, Duration.ofSeconds(20))
        .toCompletableFuture()
        .join()
        .direct()
        .stream()
        .map(EmbeddedAnswersTest::text)
        .toList();
  }

  private static String text(SessionMessage message) {
    return message.draft().content();
  }

  @Test
  void assignment_arrivesAsADirectMessage() {
    Queue<Event> events = new ConcurrentLinkedQueue<>();
    connect(parley, "bob").listen(events::add);
    assignToBob(connect(parley, "lea"));
    eventually("it arrived", () -> !events.isEmpty());
    assertThat(events)
        .singleElement()
        .isInstanceOfSatisfying(
            DirectArrived.class, arrived -> assertThat(text(arrived.message())).isEqualTo(TEXT));
  }

  @Test
  void assignment_isCountedUntilItIsWaitedFor() {
    Connection bob = connect(parley, "bob");
    assignToBob(connect(parley, "lea"));
    eventually("it is counted", () -> bob.unread().direct() == 1);
    assertThat(waited(bob)).containsExactly(TEXT);
    assertThat(bob.unread().isNone()).isTrue();
  }

  @Test
  void assignment_answersAnInboxThatWaits() {
    Connection bob = connect(parley, "bob");
    var answer = bob.inbox().await(OptionalLong.empty(), 100, Duration.ofSeconds(20));
    assignToBob(connect(parley, "lea"));
    assertThat(answer.toCompletableFuture().join().direct())
        .extracting(EmbeddedAnswersTest::text)
        .containsExactly(TEXT);
  }

  @Test
  void assignment_toAnAgentThatIsAway_waitsForIt() {
    connect(parley, "bob").close();
    assignToBob(connect(parley, "lea"));
    Connection back = connect(parley, "bob");
    eventually("it is counted", () -> back.unread().direct() == 1);
    assertThat(waited(back)).containsExactly(TEXT);
  }

  @Test
  void assignment_atAnotherNode_arrivesToo() {
    try (Parley other = node("two")) {
      Queue<Event> events = new ConcurrentLinkedQueue<>();
      connect(parley, "bob").listen(events::add);
      assignToBob(connect(other, "lea"));
      eventually("it arrived", () -> !events.isEmpty());
      assertThat(events).singleElement().isInstanceOf(DirectArrived.class);
    }
  }
}

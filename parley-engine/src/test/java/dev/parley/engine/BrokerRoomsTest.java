package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.backend.redis.RedisServer;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.MessageArrived;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.StoredMessage;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.RosterQuery;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two nodes over one database and one broker are one place. */
class BrokerRoomsTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final int EACH = 700;

  @Test
  void overRedis() {
    try (RedisServer server = RedisServer.start()) {
      twoNodesAreOnePlace(Optional.of(server.address()));
    }
  }

  @Test
  void overNats() {
    NatsServer server = NatsServer.newServer();
    try {
      twoNodesAreOnePlace(Optional.of(URI.create(server.url())));
    } finally {
      server.end();
    }
  }

  @Test
  void overTheDatabase() {
    twoNodesAreOnePlace(Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost", "localhost:6379", "redis"})
  void anotherAddress_isRefused(String address) {
    assertThat(refusedField(() -> ParleyBuilder.builder().bus(URI.create(address))))
        .isEqualTo("bus");
  }

  private static void twoNodesAreOnePlace(Optional<URI> bus) {
    try (HikariDataSource rows = Databases.inMemory();
        Parley east = node("east", rows, bus);
        Parley west = node("west", rows, bus)) {
      Connection alice = east.connect(ConnectOptions.of("alice"));
      Connection bob = west.connect(ConnectOptions.of("bob"));
      alice.topics().post(PLANNING, Body.of("first"), Optional.empty());
      alice.rooms().join(PLANNING);
      bob.rooms().join(PLANNING);
      Queue<Message> byAlice = heard(alice);
      Queue<Message> byBob = heard(bob);
      for (int i = 0; i < EACH; i++) {
        alice.rooms().send(PLANNING, Body.of("a" + i));
        bob.topics().post(PLANNING, Body.of("b" + i), Optional.empty());
      }
      eventually("both hear all of the other", () -> byAlice.size() + byBob.size() == 2 * EACH);
      assertThat(texts(byAlice)).containsExactlyElementsOf(numbered("b"));
      assertThat(texts(byBob)).containsExactlyElementsOf(numbered("a"));
      assertThat(
              west.connect(ConnectOptions.of("carol"))
                  .topics()
                  .fetchRecent(PLANNING, Optional.empty(), 1_000)
                  .messages())
          .extracting(StoredMessage::message)
          .extracting(Message::seq)
          .containsExactlyElementsOf(
              LongStream.rangeClosed(2 * EACH - 998, 2 * EACH + 1).boxed().toList());
      assertThat(alice.rooms().whoIsHere(PLANNING)).hasSize(2);
      eventually("each node knows who is on the other", () -> online(east).equals(online(west)));
      assertThat(online(east)).contains("alice", "bob");
      losesNothingWhileAway(west);
    }
  }

  /** One of a room whose messages stay in memory no longer than 64 others come. */
  private static void losesNothingWhileAway(Parley node) {
    Connection away = node.connect(ConnectOptions.of("away"));
    away.rooms().join(PLANNING);
    Connection talker = node.connect(ConnectOptions.of("talker"));
    for (int i = 0; i < EACH; i++) {
      talker.topics().post(PLANNING, Body.of("t" + i), Optional.empty());
    }
    Queue<Message> heard = heard(away);
    eventually("all of it arrives", () -> heard.size() >= EACH);
    assertThat(texts(heard)).containsExactlyElementsOf(numbered("t"));
  }

  private static Parley node(String name, HikariDataSource rows, Optional<URI> bus) {
    ParleyBuilder engine =
        ParleyBuilder.builder().database(rows).node(name).replay(64).rateLimit(RateLimit.OFF);
    bus.ifPresent(engine::bus);
    return engine.build();
  }

  private static List<String> online(Parley node) {
    try (Connection asking = node.connect(ConnectOptions.of("asking"))) {
      return asking.presence().roster(RosterQuery.ALL.online()).users().stream()
          .map(AgentStatus::handle)
          .map(Object::toString)
          .filter(handle -> !handle.equals("asking"))
          .sorted()
          .toList();
    }
  }

  private static Queue<Message> heard(Connection connection) {
    Queue<Message> heard = new ConcurrentLinkedQueue<>();
    connection.listen(event -> heard.add(((MessageArrived) event).message()));
    return heard;
  }

  private static List<String> texts(Queue<Message> messages) {
    return messages.stream().map(Message::text).toList();
  }

  private static List<String> numbered(String prefix) {
    return IntStream.range(0, EACH).mapToObj(i -> prefix + i).toList();
  }
}

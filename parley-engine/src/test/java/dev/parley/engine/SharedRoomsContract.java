package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.MessageArrived;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.problem.ProblemCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An ephemeral room of two nodes over one database and one broker. */
abstract class SharedRoomsContract {
  private static final int EACH = 300;
  private static final String SECRET = "nobody-writes-this-down";

  private RoomName corner;
  private HikariDataSource rows;
  private Parley east;
  private Parley west;

  /** Where the broker is. */
  abstract URI bus();

  /** What it writes. */
  abstract Path files();

  /** Kills it and starts it again. */
  abstract void restart() throws IOException;

  @BeforeEach
  final void open() {
    corner = RoomName.of("corner-" + System.nanoTime());
    rows = Databases.inMemory();
    east = node("east");
    west = node("west");
  }

  @AfterEach
  final void close() {
    east.close();
    west.close();
    rows.close();
  }

  private Parley node(String name) {
    return ParleyBuilder.builder()
        .database(rows)
        .node(name)
        .rateLimit(RateLimit.OFF)
        .bus(bus())
        .build();
  }

  @Test
  void bothNodes_hearTheSameOrder() throws Exception {
    Connection alice = joined(east, "alice");
    Connection bob = joined(west, "bob");
    Queue<Message> byEast = heard(joined(east, "ear-east"));
    Queue<Message> byWest = heard(joined(west, "ear-west"));
    AtOnce.run(2, index -> say(index == 0 ? alice : bob, index == 0 ? "a" : "b"));
    eventually("all is heard", () -> byEast.size() == 2 * EACH && byWest.size() == 2 * EACH);
    assertThat(ids(byEast)).isEqualTo(ids(byWest));
    assertThat(texts(byEast)).containsSubsequence(numbered("a")).containsSubsequence(numbered("b"));
    assertThat(byEast.stream().map(Message::seq)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void send_underOneKeyAtBothNodes_isHeardOnce() throws Exception {
    List<Connection> alices = List.of(joined(east, "alice"), joined(west, "alice"));
    Queue<Message> heard = heard(joined(west, "bob"));
    IdempotencyKey key = new IdempotencyKey("k");
    List<MessageId> ids =
        AtOnce.run(
            2, index -> alices.get(index).rooms().send(corner, Body.of("once"), key).messageId());
    assertThat(ids.get(1)).isEqualTo(ids.get(0));
    assertThat(
            refusedCode(() -> alices.get(0).rooms().send(corner, Body.of("something else"), key)))
        .isEqualTo(ProblemCode.KEY_REUSED);
    alices.get(0).rooms().send(corner, Body.of("last"));
    eventually("the last is heard", () -> texts(heard).contains("last"));
    assertThat(texts(heard)).containsExactly("once", "last");
  }

  @Test
  void sender_isAsVerifiedAtTheOtherNodeAsAtItsOwn() {
    Connection vera = east.connect(ConnectOptions.of("vera").asVerified());
    vera.rooms().join(corner);
    Connection carl = joined(east, "carl");
    Queue<Message> heard = heard(joined(west, "bob"));
    vera.rooms().send(corner, Body.of("verified"));
    carl.rooms().send(corner, Body.of("chosen"));
    eventually("both are heard", () -> heard.size() == 2);
    assertThat(heard)
        .extracting(Message::text, message -> message.sender().isVerified())
        .containsExactly(tuple("verified", true), tuple("chosen", false));
  }

  @Test
  void whatIsSaid_isInNoFile() throws Exception {
    Connection alice = joined(east, "alice");
    Queue<Message> heard = heard(joined(west, "bob"));
    alice.rooms().send(corner, Body.of(SECRET));
    eventually("it is heard", () -> heard.size() == 1);
    assertThat(FilesWith.text(files(), SECRET)).isEmpty();
    alice
        .topics()
        .post(RoomName.of("kept-" + System.nanoTime()), Body.of(SECRET), Optional.empty());
    assertThat(FilesWith.text(files(), SECRET)).as("the search finds what is there").isNotEmpty();
  }

  /** While both talk, one node makes it durable: what was acknowledged is heard, once. */
  @Test
  void becomingDurable_losesAndDoublesNothing() throws Exception {
    Connection alice = joined(east, "alice");
    Connection bob = joined(west, "bob");
    Queue<Message> byEast = heard(joined(east, "ear-east"));
    Queue<Message> byWest = heard(joined(west, "ear-west"));
    AtOnce.run(
        3,
        index -> {
          if (index == 2) {
            eventually("both talk", () -> texts(byEast).containsAll(List.of("a9", "b9")));
            east.connect(ConnectOptions.of("carol"))
                .topics()
                .post(corner, Body.of("now it is kept"), Optional.empty());
            return List.of();
          }
          return say(index == 0 ? alice : bob, index == 0 ? "a" : "b");
        });
    int all = 2 * EACH + 1;
    eventually("all is heard", () -> byEast.size() >= all && byWest.size() >= all);
    assertThat(ids(byEast)).isEqualTo(ids(byWest)).doesNotHaveDuplicates();
    assertThat(texts(byEast))
        .hasSize(all)
        .containsSubsequence(numbered("a"))
        .containsSubsequence(numbered("b"));
    assertThat(byEast.stream().map(Message::seq)).isSorted().doesNotHaveDuplicates();
    Set<String> kept = new HashSet<>();
    bob.topics()
        .fetchRecent(corner, Optional.empty(), 1_000)
        .messages()
        .forEach(stored -> kept.add(stored.message().text()));
    assertThat(kept).contains("now it is kept", "a" + (EACH - 1), "b" + (EACH - 1));
    assertThat(kept).doesNotContain("a0", "b0");
  }

  /** Nothing was said, so nobody is told that it became durable. */
  @Test
  void aRoomThatOthersMadeDurable_isFoundOut() {
    Queue<Message> byWest = heard(joined(west, "bob"));
    Connection alice = joined(east, "alice");
    alice.topics().post(corner, Body.of("first"), Optional.empty());
    alice.rooms().send(corner, Body.of("second"));
    eventually("both are heard", () -> byWest.size() == 2);
    assertThat(texts(byWest)).containsExactly("first", "second");
  }

  @Test
  void afterABrokersRestart_theRoomGoesOn() throws Exception {
    Connection alice = joined(east, "alice");
    Queue<Message> byWest = heard(joined(west, "bob"));
    alice.rooms().send(corner, Body.of("before"));
    eventually("it is heard", () -> byWest.size() == 1);
    restart();
    eventually(
        "it is heard again",
        () -> {
          alice.rooms().send(corner, Body.of("after"));
          return byWest.size() > 1;
        });
    assertThat(byWest.stream().map(Message::seq)).isSorted().doesNotHaveDuplicates();
  }

  private Connection joined(Parley node, String agent) {
    Connection connection = node.connect(ConnectOptions.of(agent));
    connection.rooms().join(corner);
    return connection;
  }

  private List<String> say(Connection by, String prefix) {
    numbered(prefix).forEach(text -> by.rooms().send(corner, Body.of(text)));
    return List.of();
  }

  private static Queue<Message> heard(Connection connection) {
    Queue<Message> heard = new ConcurrentLinkedQueue<>();
    connection.listen(event -> heard.add(((MessageArrived) event).message()));
    return heard;
  }

  private static List<MessageId> ids(Queue<Message> messages) {
    return messages.stream().map(Message::id).toList();
  }

  private static List<String> texts(Queue<Message> messages) {
    return messages.stream().map(Message::text).toList();
  }

  private static List<String> numbered(String prefix) {
    return IntStream.range(0, EACH).mapToObj(i -> prefix + i).toList();
  }
}

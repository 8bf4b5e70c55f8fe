package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.event.MessageArrived;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Nodes that have nothing in common but the database. */
class NodesWithoutBrokerTest {
  private static final RoomName CORNER = RoomName.of("corner");

  @Test
  void everyRoom_isDurable_andTheLogSaysSo() {
    Logged log = new Logged(Backends.class.getName());
    try (HikariDataSource rows = Databases.inMemory();
        Parley east = ParleyBuilder.builder().database(rows).node("east").build();
        Parley west = ParleyBuilder.builder().database(rows).node("west").build()) {
      Connection alice = east.connect(ConnectOptions.of("alice"));
      Connection bob = west.connect(ConnectOptions.of("bob"));
      alice.rooms().join(CORNER);
      bob.rooms().join(CORNER);
      Queue<String> heard = new ConcurrentLinkedQueue<>();
      bob.listen(event -> heard.add(((MessageArrived) event).message().text()));
      alice.rooms().send(CORNER, Body.of("over there"));
      eventually("it is heard at the other node", () -> heard.contains("over there"));
      assertThat(bob.topics().fetchRecent(CORNER, Optional.empty(), 10).messages())
          .extracting(stored -> stored.message().text())
          .containsExactly("over there");
      assertThat(log.lines()).filteredOn(line -> line.contains("every room is durable")).hasSize(2);
    } finally {
      log.close();
    }
  }

  /** It was there before there were several nodes. */
  @Test
  void aRoomThatWasEphemeral_goesOnCounting() {
    try (HikariDataSource rows = Databases.inMemory()) {
      long before;
      try (Parley only = ParleyBuilder.builder().database(rows).build()) {
        Connection alice = only.connect(ConnectOptions.of("alice"));
        alice.rooms().join(CORNER);
        before = alice.rooms().send(CORNER, Body.of("nobody keeps this")).seq();
      }
      try (Parley east = ParleyBuilder.builder().database(rows).node("east").build()) {
        Connection alice = east.connect(ConnectOptions.of("alice"));
        alice.rooms().join(CORNER);
        assertThat(alice.rooms().send(CORNER, Body.of("kept")).seq()).isEqualTo(before + 1);
        assertThat(alice.topics().fetchRecent(CORNER, Optional.empty(), 10).messages()).hasSize(1);
      }
    }
  }
}

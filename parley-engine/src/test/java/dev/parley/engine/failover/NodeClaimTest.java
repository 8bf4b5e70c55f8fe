package dev.parley.engine.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.room.RoomRows;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeClaimTest {
  private static final String NODE = "east";

  private final HikariDataSource pool = Databases.inMemory();
  private final Database database =
      Database.over(
          pool,
          Stream.of(ConnectionRows.ENTITIES, RoomRows.ENTITIES).flatMap(List::stream).toList());

  @AfterEach
  void close() {
    database.close();
    pool.close();
  }

  @Test
  void begin_whileAnotherOfItsNameBegins_isRefusedAndLeavesNoRow() {
    ConnectionRows other = rows("other", Optional::empty);
    ConnectionRows refused =
        rows(
            "refused",
            () -> { // asked for while its row is made, after it saw no rival
              boolean unused = other.begin(Set.of());
              return Optional.empty();
            });
    NodeClaim claim =
        new NodeClaim(refused, NodeLock.in(Optional.empty(), NODE), Duration.ofDays(1));
    assertThatExceptionOfType(NodeInUse.class).isThrownBy(claim::begin);
    assertThat(other.nodes()).extracting(NodeStatus::run).containsExactly("other");
  }

  private ConnectionRows rows(String run, Supplier<Optional<URI>> address) {
    RoomRows memberships = new RoomRows(database.transactions(), NODE, InstantSource.system());
    return new ConnectionRows(
        database.transactions(), memberships, InstantSource.system(), NODE, run, address);
  }
}

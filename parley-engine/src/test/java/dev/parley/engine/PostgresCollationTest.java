package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.room.RoomListing;
import dev.parley.room.RoomListing.RoomSummary;
import dev.parley.room.Rooms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A PostgreSQL whose locale sorts {@code a-c} after {@code ab}, as most locales do. */
class PostgresCollationTest {

  @Test
  void rooms_inPages_areInTheOrderOfTheirCharacters() {
    List<String> names = List.of("a-c", "a-e", "a1", "ab", "ad", "b-a", "ba");
    try (HikariDataSource source = Databases.pool(PostgresServer.newDatabaseThatIgnoresHyphens());
        Parley parley = ParleyBuilder.builder().database(source).build()) {
      Rooms alice = parley.connect(ConnectOptions.of("alice")).rooms();
      names.forEach(name -> alice.join(RoomName.of(name), Nickname.of("alice")));
      Rooms bob = parley.connect(ConnectOptions.of("bob")).rooms();
      List<String> listed = new ArrayList<>();
      Optional<RoomName> after = Optional.empty();
      for (boolean hasMore = true; hasMore; ) {
        RoomListing page = bob.list(after, 2);
        page.available().stream().map(RoomSummary::room).map(RoomName::value).forEach(listed::add);
        after = Optional.of(RoomName.of(listed.get(listed.size() - 1)));
        hasMore = page.hasMore();
      }
      assertThat(listed).containsExactlyElementsOf(names);
    }
  }
}

package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.DurableTopics;
import dev.parley.message.Message;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Search on PostgreSQL, by its index. */
@OnStores(Store.POSTGRESQL)
class PostgresSearchTest extends SearchContract {
  private static final String MISSING =
      """
      SELECT count(*) FROM parley_topic_message m JOIN parley_topic t ON t.id = m.topic_id
      WHERE t.kind = 'ROOM' AND NOT EXISTS (
        SELECT 1 FROM parley_topic_words w WHERE w.topic_id = m.topic_id AND w.seq = m.seq)
      """;

  @Override
  SearchResult search(DurableTopics bus, SearchQuery query) {
    eventually("the index has come", () -> count(MISSING) == 0);
    return bus.search(query);
  }

  @Test
  void search_findsWhatTheIndexSays_andWhatItHasNotYet() throws SQLException {
    DurableTopics bus = connect("alice").topics();
    RoomName room = RoomName.of("planning");
    Message first = bus.post(room, Body.of("needle one"), Optional.empty());
    bus.post(RoomName.of("review"), Body.of("looked at themselves in one topic"), Optional.empty());
    assertThat(search(bus, SearchQuery.of("needle")).messages()).hasSize(1);
    execute(
        "UPDATE parley_topic_words SET words = parley_words('thread') WHERE id = '"
            + first.id()
            + "'");
    bus.post(room, Body.of("thread two"), Optional.empty());
    assertThat(bus.search(SearchQuery.of("thread")).messages()).hasSize(2);
    assertThat(bus.search(SearchQuery.of("needle")).messages()).isEmpty();
  }

  @Test
  void words_goWithTheirMessages() throws SQLException {
    DurableTopics bus = connect("alice").topics();
    bus.post(RoomName.of("planning"), Body.of("gone"), Optional.empty());
    assertThat(search(bus, SearchQuery.of("gone")).messages()).hasSize(1);
    execute("DELETE FROM parley_topic_message WHERE body = 'gone'");
    assertThat(count("SELECT count(*) FROM parley_topic_words WHERE words @@ 'gone'")).isZero();
    assertThat(bus.search(SearchQuery.of("gone")).messages()).isEmpty();
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = source().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long count(String sql) {
    try (Connection connection = source().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}

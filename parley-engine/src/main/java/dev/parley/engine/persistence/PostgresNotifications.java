package dev.parley.engine.persistence;

import dev.parley.engine.logging.Masking;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/** PostgreSQL's {@code NOTIFY} and {@code LISTEN}, on one channel. */
final class PostgresNotifications implements NotificationChannel {
  private static final System.Logger LOG = System.getLogger(PostgresNotifications.class.getName());
  private static final String CHANNEL = "parley_topic";
  private static final String SEND = "SELECT pg_notify(?, word) FROM unnest(?) AS word";

  private final DataSource source;

  PostgresNotifications(DataSource source) {
    this.source = source;
  }

  /** Returns true if the connections of {@code source} are of the driver loaded here. */
  static boolean areSupportedBy(DataSource source) {
    try (Connection connection = source.getConnection()) {
      return connection.isWrapperFor(PGConnection.class);
    } catch (SQLException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  @Override
  public void send(List<String> words) {
    try (Connection connection = source.getConnection();
        PreparedStatement notify = connection.prepareStatement(SEND)) {
      notify.setString(1, CHANNEL);
      notify.setArray(2, connection.createArrayOf("text", words.toArray()));
      notify.execute();
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    } catch (SQLException e) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Sending a database notification failed; other nodes find the change by polling.",
          Masking.trace(e));
    }
  }

  @Override
  public Listening listen(Consumer<String> listener, Runnable missed) {
    PostgresListenConnection listening =
        new PostgresListenConnection(source, CHANNEL, listener, missed);
    listening.start();
    return listening;
  }
}

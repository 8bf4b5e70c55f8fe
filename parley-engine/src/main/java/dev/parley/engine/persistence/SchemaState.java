package dev.parley.engine.persistence;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * The version of the schema of a database, compared with the one of this build.
 *
 * @param condition the result of the comparison
 * @param version the version of the newest migration that was applied; empty without any
 */
public record SchemaState(Condition condition, Optional<String> version) {
  /** The version that this build makes, and the latest that it knows. */
  public static final String NEWEST = SchemaMigration.NEWEST;

  private static final Pattern DOT = Pattern.compile("\\.");

  /** The schema, seen from this build. */
  public enum Condition {
    /** No migration was applied. */
    EMPTY,
    /** Migrations are missing, or one has failed and is repeated. */
    OLDER,
    /** It is the schema of this build. */
    CURRENT,
    /** It is that of a later build. */
    LATER
  }

  /** Reads the history of an open database; one without a history is empty. */
  public static SchemaState in(DataSource source) {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      String quote = connection.getMetaData().getIdentifierQuoteString().trim();
      String query =
          ("SELECT `version`, `success` FROM `" + SchemaMigration.HISTORY + "`")
              .replace("`", quote);
      try (ResultSet rows = statement.executeQuery(query)) {
        return of(rows);
      }
    } catch (SQLException noHistory) {
      return new SchemaState(Condition.EMPTY, Optional.empty());
    }
  }

  private static SchemaState of(ResultSet rows) throws SQLException {
    Optional<String> newest = Optional.empty();
    boolean failed = false;
    while (rows.next()) {
      String version = rows.getString(1);
      if (!rows.getBoolean(2)) {
        failed = true;
      } else if (version != null && newest.filter(last -> isLater(last, version)).isEmpty()) {
        newest = Optional.of(version);
      }
    }
    return new SchemaState(condition(newest, failed), newest);
  }

  private static Condition condition(Optional<String> newest, boolean failed) {
    if (newest.filter(SchemaState::isLater).isPresent()) {
      return Condition.LATER;
    }
    return !failed && newest.filter(NEWEST::equals).isPresent()
        ? Condition.CURRENT
        : Condition.OLDER;
  }

  /** Returns true if this build does not know {@code version} yet. */
  public static boolean isLater(String version) {
    return isLater(version, NEWEST);
  }

  private static boolean isLater(String version, String than) {
    return Arrays.compare(numbers(version), numbers(than)) > 0;
  }

  private static long[] numbers(String version) {
    return DOT.splitAsStream(version).mapToLong(Long::parseLong).toArray();
  }
}

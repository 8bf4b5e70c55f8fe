package dev.parley.engine.persistence;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Statements sent together, those of the same text in one round trip: over a socket the round trip
 * is most of the cost of a short statement.
 */
public final class StatementBatch {
  private record Numbered(int index, SqlStatement statement) {}

  private final Map<String, List<Numbered>> bySql = new LinkedHashMap<>();
  private int size;

  /** Makes an empty batch. */
  public StatementBatch() {}

  /**
   * Adds a statement.
   *
   * @param sql SQL, with a question mark for each of {@code parameters}
   * @return its index in the result of {@link #send}
   */
  public int add(String sql, Object... parameters) {
    return add(SqlStatement.of(sql, parameters));
  }

  /** Adds a statement; returns its index in the result of {@link #send}. */
  public int add(SqlStatement statement) {
    int index = size++;
    bySql
        .computeIfAbsent(statement.sql(), first -> new ArrayList<>())
        .add(new Numbered(index, statement));
    return index;
  }

  /**
   * Sends the statements, in the transaction of {@code entities}.
   *
   * @return the number of rows that each changed
   */
  public int[] send(EntityManager entities) {
    int[] rows = new int[size];
    bySql.forEach((sql, statements) -> send(entities, sql, statements, rows));
    return rows;
  }

  private static void send(
      EntityManager entities, String sql, List<Numbered> statements, int[] rows) {
    Connection connection = statements.size() == 1 ? null : connection(entities);
    if (connection == null) {
      statements.forEach(one -> rows[one.index()] = one.statement().execute(entities));
      return;
    }
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      for (Numbered one : statements) {
        bind(prepared, one.statement().parameters());
        prepared.addBatch();
      }
      int[] changed = prepared.executeBatch();
      for (int i = 0; i < changed.length; i++) {
        rows[statements.get(i).index()] = changed[i];
      }
    } catch (SQLException e) {
      throw new PersistenceException(e);
    }
  }

  /**
   * Returns the connection of the transaction; null where the provider hides it, as Hibernate does.
   */
  private static @Nullable Connection connection(EntityManager entities) {
    try {
      return entities.unwrap(Connection.class);
    } catch (PersistenceException keptToItself) {
      return null;
    }
  }

  private static void bind(PreparedStatement prepared, List<Object> parameters)
      throws SQLException {
    for (int i = 0; i < parameters.size(); i++) {
      prepared.setObject(i + 1, parameters.get(i));
    }
  }
}

package dev.parley.engine.persistence;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Query;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Statements sent together, those of the same text in one round trip: over a socket the round trip
 * is most of the cost of a short statement.
 */
public final class StatementBatch {
  private static final class Waiting implements IntSupplier {
    private final Object[] parameters;
    private int rows = -1;

    Waiting(Object[] parameters) {
      this.parameters = parameters;
    }

    @Override
    public int getAsInt() {
      if (rows < 0) {
        throw new IllegalStateException("how many rows it changed is not known yet");
      }
      return rows;
    }
  }

  private final Map<String, List<Waiting>> bySql = new LinkedHashMap<>();

  /** Makes an empty batch. */
  public StatementBatch() {}

  /**
   * Adds a statement.
   *
   * @param sql SQL, with a question mark for each of {@code parameters}
   * @return the number of rows it changed; to be asked once it was sent
   */
  public IntSupplier add(String sql, Object... parameters) {
    Waiting one = new Waiting(parameters);
    bySql.computeIfAbsent(sql, first -> new ArrayList<>()).add(one);
    return one;
  }

  /** Sends the statements, in the transaction of {@code entities}. */
  public void send(EntityManager entities) {
    bySql.forEach((sql, statements) -> send(entities, sql, statements));
    bySql.clear();
  }

  private static void send(EntityManager entities, String sql, List<Waiting> statements) {
    Connection connection = statements.size() == 1 ? null : connection(entities);
    if (connection == null) {
      statements.forEach(one -> one.rows = execute(entities, sql, one.parameters));
      return;
    }
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      for (Waiting one : statements) {
        bind(prepared, one.parameters);
        prepared.addBatch();
      }
      int[] rows = prepared.executeBatch();
      for (int i = 0; i < rows.length; i++) {
        statements.get(i).rows = rows[i];
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

  private static void bind(PreparedStatement prepared, Object[] parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      prepared.setObject(i + 1, parameters[i]);
    }
  }

  private static int execute(EntityManager entities, String sql, Object[] parameters) {
    Query query = entities.createNativeQuery(sql);
    for (int i = 0; i < parameters.length; i++) {
      query.setParameter(i + 1, parameters[i]);
    }
    return query.executeUpdate();
  }
}

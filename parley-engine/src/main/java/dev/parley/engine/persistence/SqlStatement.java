package dev.parley.engine.persistence;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.List;

/**
 * A statement that changes rows.
 *
 * @param sql SQL, with a question mark for each parameter
 * @param parameters its parameters, none of them null
 */
public record SqlStatement(String sql, List<Object> parameters) {
  /** Makes a statement. */
  public SqlStatement {
    parameters = List.copyOf(parameters);
  }

  /** Makes a statement. */
  public static SqlStatement of(String sql, Object... parameters) {
    return new SqlStatement(sql, List.of(parameters));
  }

  /** Executes it by itself; returns the number of rows it changed. */
  public int execute(EntityManager entities) {
    Query query = entities.createNativeQuery(sql);
    for (int i = 0; i < parameters.size(); i++) {
      query.setParameter(i + 1, parameters.get(i));
    }
    return query.executeUpdate();
  }
}

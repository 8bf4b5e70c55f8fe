package dev.parley.engine.persistence;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.List;
import java.util.stream.Stream;

/**
 * A query of columns, of which the first rows are read.
 *
 * <p>It is SQL because EclipseLink generates the SQL of a JPQL query anew each time it has a
 * maximum number of results. A query that a client's call makes costs twice as much then.
 *
 * @param sql SQL without a limit, with a question mark for each parameter
 * @param parameters its parameters, none of them null
 */
public record SqlQuery(String sql, List<Object> parameters) {
  /** Makes a query. */
  public SqlQuery {
    parameters = List.copyOf(parameters);
  }

  /** Makes a query. */
  public static SqlQuery of(String sql, Object... parameters) {
    return new SqlQuery(sql, List.of(parameters));
  }

  /**
   * Reads at most {@code limit} rows. The limit is a literal: with a parameter PostgreSQL plans for
   * all rows.
   */
  public Stream<Object[]> first(EntityManager entities, int limit) {
    Query query = entities.createNativeQuery(sql + " LIMIT " + limit);
    for (int i = 0; i < parameters.size(); i++) {
      query.setParameter(i + 1, parameters.get(i));
    }
    List<?> rows = query.getResultList();
    return rows.stream().map(Object[].class::cast);
  }
}

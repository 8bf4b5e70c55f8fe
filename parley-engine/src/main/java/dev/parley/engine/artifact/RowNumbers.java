package dev.parley.engine.artifact;

import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import jakarta.persistence.EntityManager;
import java.util.Optional;

/** The numbers of rows of a session, in whose order they are listed. */
final class RowNumbers {
  private RowNumbers() {}

  /**
   * Returns the number after which a page begins; 0 without a row to begin after.
   *
   * @param jpql selects the number of the row {@code :id} of {@code :session}
   * @param id the id of the last row before the page
   * @param kind the word for such a row in a refusal
   * @throws ParleyException {@code not_found}
   */
  static long after(
      EntityManager entities, String jpql, String session, Optional<String> id, String kind) {
    return id.map(given -> number(entities, jpql, session, given, kind)).orElse(0L);
  }

  private static long number(
      EntityManager entities, String jpql, String session, String id, String kind) {
    return entities
        .createQuery(jpql, Long.class)
        .setParameter("session", session)
        .setParameter("id", id)
        .getResultList()
        .stream()
        .findFirst()
        .orElseThrow(() -> new ParleyException(new NotFound(kind)));
  }
}

package dev.parley.engine.artifact;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewFilter;
import dev.parley.artifact.ReviewStatus;
import dev.parley.engine.session.LiveSession;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The reviews of a session in pages. The lengths of comments are read first, so that none is read
 * that the page does not hold.
 */
final class ReviewPages {
  private static final int MAX_AT_ONCE = 500;
  private static final String NUMBER =
      "SELECT r.number FROM Review r WHERE r.session = :session AND r.id = :id";
  private static final String LENGTHS =
      """
      SELECT r.number, COALESCE(LENGTH(r.comments), 0) FROM Review r
      WHERE r.session = :session AND r.number > :after
      """;
  private static final String PAGE =
      """
      SELECT r FROM Review r
      WHERE r.session = :session AND r.number > :after AND r.number <= :last
      """;
  private static final String OF_ARTIFACTS = " AND r.artifact IN :artifacts";
  private static final String OF_STATUS = " AND r.status = :status";
  private static final String OF_REVIEWER = " AND r.reviewer = :reviewer";
  private static final String OF_REQUESTER = " AND r.requester = :requester";
  private static final String IN_ORDER = " ORDER BY r.number";
  private static final String SUBJECTS =
      """
      SELECT a.id, a.name, a.version, a.type, a.createdBy, a.task, a.createdAt, r.id
      FROM Review r, Artifact a
      WHERE a.id = r.artifact AND r.session = :session AND r.id IN :ids
      """;
  private static final String COUNTS =
      "SELECT r.status, COUNT(r) FROM Review r WHERE r.session = :session GROUP BY r.status";

  private final EntityManager entities;
  private final LiveSession session;

  ReviewPages(EntityManager entities, LiveSession session) {
    this.entities = entities;
    this.session = session;
  }

  ListPage<Review> list(ReviewFilter filter, Optional<ReviewId> afterId, PageSize<Review> size) {
    long after =
        RowNumbers.after(entities, NUMBER, session.key(), afterId.map(ReviewId::value), "review");
    List<Object[]> lengths =
        passing(filter, LENGTHS, Object[].class)
            .setParameter("after", after)
            .setMaxResults(size.limit() + 1)
            .getResultList();
    if (lengths.isEmpty()) {
      return ListPage.empty();
    }
    List<Object[]> fitting =
        new PageSize<Object[]>(size.limit(), size.budget(), row -> number(row[1])).firstOf(lengths);
    List<Review> read =
        passing(filter, PAGE, ReviewRow.class)
            .setParameter("after", after)
            .setParameter("last", number(fitting.get(fitting.size() - 1)[0]))
            .getResultList()
            .stream()
            .map(row -> row.snapshot(session.id()))
            .toList();
    List<Review> page = size.firstOf(read);
    return new ListPage<>(page, page.size() < lengths.size());
  }

  Map<ReviewId, Artifact> subjects(Set<ReviewId> ids) {
    Map<ReviewId, Artifact> subjects = new HashMap<>();
    List<String> all = ids.stream().map(ReviewId::value).toList();
    for (int from = 0; from < all.size(); from += MAX_AT_ONCE) {
      entities
          .createQuery(SUBJECTS, Object[].class)
          .setParameter("session", session.key())
          .setParameter("ids", all.subList(from, Math.min(all.size(), from + MAX_AT_ONCE)))
          .getResultList()
          .forEach(
              row ->
                  subjects.put(
                      new ReviewId((String) row[7]),
                      ArtifactRow.withoutContent(session.id(), row)));
    }
    return subjects;
  }

  Map<ReviewStatus, Long> counts() {
    Map<ReviewStatus, Long> counts = new LinkedHashMap<>();
    entities
        .createQuery(COUNTS, Object[].class)
        .setParameter("session", session.key())
        .getResultList()
        .forEach(row -> counts.put((ReviewStatus) row[0], number(row[1])));
    return counts;
  }

  private <T> TypedQuery<T> passing(ReviewFilter filter, String jpql, Class<T> type) {
    boolean all = filter.artifacts().isEmpty();
    String selecting =
        jpql
            + (all ? "" : OF_ARTIFACTS)
            + (filter.status().isPresent() ? OF_STATUS : "")
            + (filter.reviewer().isPresent() ? OF_REVIEWER : "")
            + (filter.requester().isPresent() ? OF_REQUESTER : "");
    TypedQuery<T> query =
        entities.createQuery(selecting + IN_ORDER, type).setParameter("session", session.key());
    if (!all) {
      query.setParameter("artifacts", filter.artifacts().stream().map(ArtifactId::value).toList());
    }
    filter.status().ifPresent(status -> query.setParameter("status", status));
    filter.reviewer().ifPresent(agent -> query.setParameter("reviewer", agent.value()));
    filter.requester().ifPresent(agent -> query.setParameter("requester", agent.value()));
    return query;
  }

  private static long number(Object column) {
    return ((Number) column).longValue();
  }
}

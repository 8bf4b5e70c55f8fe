package dev.parley.engine.artifact;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewFilter;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import dev.parley.audit.AuditAction;
import dev.parley.engine.audit.AgentAudit;
import dev.parley.engine.session.Actor;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.RowIds;
import dev.parley.engine.session.SessionTransaction;
import dev.parley.engine.session.SessionTransaction.Held;
import dev.parley.event.ReviewChanged;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.KeyReused;
import dev.parley.problem.NotFound;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ReviewClosed;
import dev.parley.problem.TextLimits;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The reviews of a session, as one agent sees them, on rows. */
public final class JpaReviews implements Reviews {
  private static final String REVIEWS = "SELECT r FROM Review r WHERE r.session = :session";
  private static final String BY_ID = REVIEWS + " AND r.id = :id";
  private static final String UNDER_KEY =
      REVIEWS + " AND r.requester = :requester AND r.idempotencyKey = :key";
  private static final String IN_ORDER = REVIEWS + " ORDER BY r.number";
  private static final String ARTIFACT =
      "SELECT COUNT(a) FROM Artifact a WHERE a.session = :session AND a.id = :id";
  private static final String VERDICT =
      """
      UPDATE Review r SET r.status = :verdict, r.comments = :comments, r.updatedAt = :now
      WHERE r.id = :id AND r.session = :session
        AND r.status = dev.parley.artifact.ReviewStatus.PENDING
      """;
  private static final String BY_REVIEWER = VERDICT + " AND r.reviewer = :reviewer";
  private static final int MAX_KEY = 256;

  private final LiveSession session;
  private final Actor actor;
  private final AgentId agent;
  private final AgentAudit audit;

  /** Makes the reviews of {@code session} as {@code actor} sees them. */
  public JpaReviews(LiveSession session, Actor actor, AgentAudit audit) {
    this.session = session;
    this.actor = actor;
    this.agent = actor.agent();
    this.audit = audit;
  }

  @Override
  public Review request(ArtifactId artifact, AgentId reviewer) {
    return request(new ReviewDraft(artifact, reviewer, Optional.empty()));
  }

  @Override
  public Review request(ArtifactId artifact, AgentId reviewer, String key) {
    TextLimits.text("idempotency_key", key, MAX_KEY);
    Optional<String> given = Optional.of(key).filter(text -> !text.isEmpty());
    return request(new ReviewDraft(artifact, reviewer, given));
  }

  private Review request(ReviewDraft draft) {
    return session.write(
        writing -> {
          Optional<Review> earlier =
              draft
                  .idempotencyKey()
                  .flatMap(key -> under(writing.entities(), key))
                  .map(row -> row.snapshot(session.id()));
          earlier.ifPresent(review -> refuseOther(review, draft));
          return earlier.orElseGet(() -> insert(writing, draft).snapshot(session.id()));
        });
  }

  private static void refuseOther(Review earlier, ReviewDraft draft) {
    boolean same =
        earlier.artifact().equals(draft.artifact()) && earlier.reviewer().equals(draft.reviewer());
    if (!same) {
      throw new ParleyException(
          new KeyReused(draft.idempotencyKey().orElseThrow(), "review", earlier.id().value()));
    }
  }

  @Override
  public Review submit(ReviewId id, ReviewStatus verdict, Optional<String> comments) {
    if (verdict == ReviewStatus.PENDING) {
      throw InvalidArgument.refusal("status", "a verdict is approved or changes_requested");
    }
    comments.ifPresent(text -> TextLimits.text("comments", text, MAX_COMMENTS));
    Review answered = answered(id, verdict, comments);
    String asked =
        answered.reviewer().equals(agent) ? "" : ", asked of " + answered.reviewer().value();
    audit.record(
        AuditAction.REVIEW_VERDICT,
        "review " + id.value() + " of session " + session.id().value() + asked,
        verdict.wireName());
    return answered;
  }

  private Review answered(ReviewId id, ReviewStatus verdict, Optional<String> comments) {
    return session.write(
        writing -> {
          EntityManager entities = writing.entities();
          Query verdictQuery =
              actor.leads()
                  ? entities.createQuery(VERDICT)
                  : entities.createQuery(BY_REVIEWER).setParameter("reviewer", agent.value());
          int given =
              verdictQuery
                  .setParameter("verdict", verdict)
                  .setParameter("comments", comments.orElse(null))
                  .setParameter("now", writing.now())
                  .setParameter("id", id.value())
                  .setParameter("session", session.key())
                  .executeUpdate();
          ReviewRow row =
              row(entities, id).orElseThrow(() -> new ParleyException(new NotFound("review")));
          Review review = row.snapshot(session.id());
          if (given == 0) {
            throw refusal(review);
          }
          entities.persist(new VerdictRow(id.value(), actor));
          writing.record(agent, new ReviewChanged(id, review.reviewer(), review.status()));
          session.inform(writing, actor, VerdictMessages.of(agent, review, subject(entities, id)));
          return review;
        });
  }

  @Override
  public Optional<Review> find(ReviewId id) {
    return session.read(entities -> row(entities, id).map(row -> row.snapshot(session.id())));
  }

  @Override
  public List<Review> list() {
    return session.read(
        entities ->
            query(entities, IN_ORDER).getResultList().stream()
                .map(row -> row.snapshot(session.id()))
                .toList());
  }

  @Override
  public ListPage<Review> list(
      ReviewFilter filter, Optional<ReviewId> after, PageSize<Review> size) {
    return session.read(entities -> new ReviewPages(entities, session).list(filter, after, size));
  }

  @Override
  public Map<ReviewId, Artifact> subjects(Set<ReviewId> ids) {
    return session.read(entities -> new ReviewPages(entities, session).subjects(ids));
  }

  @Override
  public Map<ReviewStatus, Long> counts() {
    return session.read(entities -> new ReviewPages(entities, session).counts());
  }

  private ParleyException refusal(Review review) {
    return new ParleyException(
        actor.leads() || review.reviewer().equals(agent)
            ? new ReviewClosed(review.status().wireName())
            : new NotPermitted("not the assigned reviewer"));
  }

  private ReviewRow insert(SessionTransaction writing, ReviewDraft draft) {
    long found =
        writing
            .entities()
            .createQuery(ARTIFACT, Long.class)
            .setParameter("session", session.key())
            .setParameter("id", draft.artifact().value())
            .getSingleResult();
    if (found == 0) {
      throw new ParleyException(new NotFound("artifact"));
    }
    writing.add(Held.REVIEW);
    ReviewId id = new ReviewId(RowIds.next());
    long number =
        writing.record(agent, new ReviewChanged(id, draft.reviewer(), ReviewStatus.PENDING));
    ReviewRow row = new ReviewRow(id.value(), session.key(), number, agent, draft, writing.now());
    writing.entities().persist(row);
    return row;
  }

  private Artifact subject(EntityManager entities, ReviewId id) {
    Artifact subject = new ReviewPages(entities, session).subjects(Set.of(id)).get(id);
    return Objects.requireNonNull(subject, "a review refers to a version");
  }

  private Optional<ReviewRow> under(EntityManager entities, String key) {
    return query(entities, UNDER_KEY)
        .setParameter("requester", agent.value())
        .setParameter("key", key)
        .getResultList()
        .stream()
        .findFirst();
  }

  private Optional<ReviewRow> row(EntityManager entities, ReviewId id) {
    return query(entities, BY_ID).setParameter("id", id.value()).getResultList().stream()
        .findFirst();
  }

  private TypedQuery<ReviewRow> query(EntityManager entities, String jpql) {
    return entities.createQuery(jpql, ReviewRow.class).setParameter("session", session.key());
  }
}

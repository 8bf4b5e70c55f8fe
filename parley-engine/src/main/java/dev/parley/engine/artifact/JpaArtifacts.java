package dev.parley.engine.artifact;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.Artifacts;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.RowIds;
import dev.parley.engine.session.SessionTransaction;
import dev.parley.engine.session.SessionTransaction.Held;
import dev.parley.engine.task.JpaTasks;
import dev.parley.event.ArtifactPosted;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.KeyReused;
import dev.parley.problem.ParleyException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Optional;

/** The artifacts of a session, as one agent sees them, on rows. */
public final class JpaArtifacts implements Artifacts {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES =
      List.of(ArtifactRow.class, ReviewRow.class, VerdictRow.class);

  private static final String ARTIFACTS = "SELECT a FROM Artifact a WHERE a.session = :session";

  /**
   * The order of an index by all its columns; H2 would otherwise read every version to find the
   * last.
   */
  private static final String NEWEST_FIRST =
      " ORDER BY a.session DESC, a.name DESC, a.version DESC";

  private static final String LATEST = ARTIFACTS + " AND a.name = :name" + NEWEST_FIRST;
  private static final String VERSION = ARTIFACTS + " AND a.name = :name AND a.version = :version";
  private static final String BY_ID = ARTIFACTS + " AND a.id = :id";
  private static final String UNDER_KEY =
      ARTIFACTS + " AND a.createdBy = :creator AND a.idempotencyKey = :key";
  private static final String LAST_VERSION =
      "SELECT a.version FROM Artifact a WHERE a.session = :session AND a.name = :name"
          + NEWEST_FIRST;
  private static final String WITHOUT_CONTENT =
      """
      SELECT a.id, a.name, a.version, a.type, a.createdBy, a.task, a.createdAt
      FROM Artifact a WHERE a.session = :session ORDER BY a.number
      """;

  private static final String PAGE_WITHOUT_CONTENT =
      """
      SELECT a.id, a.name, a.version, a.type, a.createdBy, a.task, a.createdAt
      FROM Artifact a WHERE a.session = :session AND a.number > :after%s ORDER BY a.number
      """;
  private static final String NUMBER =
      "SELECT a.number FROM Artifact a WHERE a.session = :session AND a.id = :id";

  private final LiveSession session;
  private final AgentId agent;

  /** Makes the artifacts of {@code session} as {@code agent} sees them. */
  public JpaArtifacts(LiveSession session, AgentId agent) {
    this.session = session;
    this.agent = agent;
  }

  @Override
  public Artifact post(ArtifactDraft draft) {
    return session.write(
        writing -> {
          Optional<ArtifactRow> earlier =
              draft
                  .idempotencyKey()
                  .flatMap(
                      key ->
                          query(writing.entities(), UNDER_KEY)
                              .setParameter("creator", agent.value())
                              .setParameter("key", key)
                              .getResultList()
                              .stream()
                              .findFirst());
          Optional<Artifact> posted = earlier.map(row -> row.snapshot(session.id()));
          posted.ifPresent(artifact -> refuseOther(artifact, draft));
          return posted.orElseGet(() -> insert(writing, draft).snapshot(session.id()));
        });
  }

  private static void refuseOther(Artifact earlier, ArtifactDraft draft) {
    boolean same =
        earlier.name().equals(draft.name())
            && earlier.type() == draft.type()
            && earlier.content().equals(draft.content())
            && earlier.task().equals(draft.task());
    if (!same) {
      throw new ParleyException(
          new KeyReused(draft.idempotencyKey().orElseThrow(), "artifact", earlier.id().value()));
    }
  }

  @Override
  public Optional<Artifact> latest(String name) {
    return first(LATEST, query -> query.setParameter("name", name).setMaxResults(1));
  }

  @Override
  public Optional<Artifact> version(String name, int version) {
    return first(
        VERSION, query -> query.setParameter("name", name).setParameter("version", version));
  }

  @Override
  public Optional<Artifact> find(ArtifactId id) {
    return first(BY_ID, query -> query.setParameter("id", id.value()));
  }

  @Override
  public List<Artifact> list() {
    return session.read(
        entities ->
            entities
                .createQuery(WITHOUT_CONTENT, Object[].class)
                .setParameter("session", session.key())
                .getResultList()
                .stream()
                .map(row -> ArtifactRow.withoutContent(session.id(), row))
                .toList());
  }

  @Override
  public ListPage<Artifact> list(
      Optional<String> name, Optional<ArtifactId> after, PageSize<Artifact> size) {
    return session.read(
        entities -> {
          String jpql =
              PAGE_WITHOUT_CONTENT.formatted(name.isPresent() ? " AND a.name = :name" : "");
          long number =
              RowNumbers.after(
                  entities, NUMBER, session.key(), after.map(ArtifactId::value), "artifact");
          TypedQuery<Object[]> query =
              entities
                  .createQuery(jpql, Object[].class)
                  .setParameter("session", session.key())
                  .setParameter("after", number);
          name.ifPresent(given -> query.setParameter("name", given));
          List<Artifact> read =
              query.setMaxResults(size.limit() + 1).getResultList().stream()
                  .map(row -> ArtifactRow.withoutContent(session.id(), row))
                  .toList();
          List<Artifact> page = size.firstOf(read);
          return new ListPage<>(page, page.size() < read.size());
        });
  }

  private ArtifactRow insert(SessionTransaction writing, ArtifactDraft draft) {
    draft.task().ifPresent(task -> JpaTasks.checkClaim(writing, task, draft.fencingToken()));
    writing.add(Held.ARTIFACT);
    int version = lastVersion(writing.entities(), draft.name()).orElse(0) + 1;
    ArtifactId id = new ArtifactId(RowIds.next());
    long number = writing.record(agent, new ArtifactPosted(id, draft.name(), draft.type()));
    ArtifactRow row =
        new ArtifactRow(id.value(), session.key(), number, version, agent, draft, writing.now());
    writing.entities().persist(row);
    return row;
  }

  private Optional<Integer> lastVersion(EntityManager entities, String name) {
    return entities
        .createQuery(LAST_VERSION, Integer.class)
        .setParameter("session", session.key())
        .setParameter("name", name)
        .setMaxResults(1)
        .getResultList()
        .stream()
        .findFirst();
  }

  private interface Narrowing {
    TypedQuery<ArtifactRow> narrowed(TypedQuery<ArtifactRow> query);
  }

  private Optional<Artifact> first(String jpql, Narrowing narrowing) {
    return session.read(
        entities ->
            narrowing.narrowed(query(entities, jpql)).getResultList().stream()
                .findFirst()
                .map(row -> row.snapshot(session.id())));
  }

  private TypedQuery<ArtifactRow> query(EntityManager entities, String jpql) {
    return entities.createQuery(jpql, ArtifactRow.class).setParameter("session", session.key());
  }
}

package dev.parley.engine.credential;

import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.Scope;
import dev.parley.engine.persistence.SqlQuery;
import dev.parley.engine.persistence.StatementBatch;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.CredentialId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.LimitReached;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Credentials as rows. Each change of a row is one statement that counts up its {@code changed}, in
 * which the creation is number 1. Rows are not removed.
 */
final class CredentialRows {
  private static final String COUNT = "SELECT COUNT(c) FROM Credential c WHERE c.revokedAt IS NULL";
  private static final String CHANGES = "SELECT COALESCE(SUM(c.changed), 0) FROM Credential c";
  private static final String VERSIONS = "SELECT c.id, c.changed FROM Credential c";
  private static final String NOT_REVOKED = "SELECT c FROM Credential c WHERE c.revokedAt IS NULL";
  private static final String BY_IDS = "SELECT c FROM Credential c WHERE c.id IN :ids";
  private static final String WITH_HASH =
      "SELECT c FROM Credential c WHERE c.id = :id AND c.secretHash = :value";
  private static final String IN_WORKSPACE =
      "SELECT c FROM Credential c WHERE c.id = :id AND c.workspace = :value";
  private static final String PAGE = "SELECT c FROM Credential c WHERE c.id > :after ORDER BY c.id";
  private static final String REVOKE =
      """
      UPDATE Credential c SET c.revokedAt = :now, c.changed = c.changed + 1
      WHERE c.id = :id AND c.revokedAt IS NULL
      """;
  private static final String ROTATE =
      """
      UPDATE Credential c SET c.secretHash = :hash, c.changed = c.changed + 1
      WHERE c.id = :id AND c.revokedAt IS NULL
      """;
  private static final String CHANGE_SCOPES =
      """
      UPDATE Credential c SET c.scopes = :scopes, c.changed = c.changed + 1
      WHERE c.id = :id AND c.revokedAt IS NULL
      """;
  private static final String COUNT_OF_CLIENTS =
      "SELECT COUNT(*), 0 FROM parley_oauth_grant WHERE credential = ?";
  private static final String USED =
      """
      UPDATE parley_credential SET last_used_at = ?, last_used_from = ?
      WHERE id = ? AND COALESCE(last_used_at, 0) < ?
      """;
  private static final int MAX_AT_ONCE = 500;

  private final Transactions transactions;

  CredentialRows(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Inserts a credential. Nodes that insert at the same moment may each exceed {@code max} by one.
   *
   * @throws ParleyException {@code limit_reached} where {@code max} are not revoked
   */
  StoredCredential insert(
      TokenHash token, CredentialDraft draft, String creator, long now, int max) {
    return transactions.call(
        em -> {
          if (em.createQuery(COUNT, Long.class).getSingleResult() >= max) {
            throw new ParleyException(new LimitReached("credentials", max));
          }
          CredentialRow row = new CredentialRow(token, draft, creator, now);
          em.persist(row);
          return row.snapshot();
        });
  }

  Optional<StoredCredential> find(CredentialId id) {
    return transactions.read(em -> find(em, id));
  }

  /** Finds a credential in a workspace; one of another is not read, so it takes no longer. */
  Optional<StoredCredential> find(CredentialId id, WorkspaceId workspace) {
    return find(IN_WORKSPACE, id.value(), workspace.value());
  }

  /** Finds the credential of an id and a secret; one of another secret is not read. */
  Optional<StoredCredential> find(TokenHash shown) {
    return find(WITH_HASH, shown.id(), shown.hash().stored());
  }

  private Optional<StoredCredential> find(String query, String id, String value) {
    return transactions.read(
        em ->
            snapshots(
                    em.createQuery(query, CredentialRow.class)
                        .setParameter("id", id)
                        .setParameter("value", value)
                        .getResultList())
                .stream()
                .findFirst());
  }

  private static Optional<StoredCredential> find(EntityManager em, CredentialId id) {
    return Optional.ofNullable(em.find(CredentialRow.class, id.value()))
        .map(CredentialRow::snapshot);
  }

  /** Reads at most {@code limit} credentials in the order of their ids. */
  List<StoredCredential> page(String after, int limit) {
    return transactions.read(
        em ->
            snapshots(
                em.createQuery(PAGE, CredentialRow.class)
                    .setParameter("after", after)
                    .setMaxResults(limit)
                    .getResultList()));
  }

  List<StoredCredential> notRevoked() {
    return transactions.read(
        em -> snapshots(em.createQuery(NOT_REVOKED, CredentialRow.class).getResultList()));
  }

  List<StoredCredential> withIds(List<String> ids) {
    List<StoredCredential> found = new ArrayList<>();
    for (List<String> some : chunks(ids)) {
      found.addAll(
          transactions.<List<StoredCredential>>read(
              em ->
                  snapshots(
                      em.createQuery(BY_IDS, CredentialRow.class)
                          .setParameter("ids", some)
                          .getResultList())));
    }
    return found;
  }

  /** Reads the number of all changes that were ever committed. */
  long changes() {
    return transactions.read(
        em -> em.createQuery(CHANGES, Number.class).getSingleResult().longValue());
  }

  /** Reads the number of changes of each row, by its id. */
  Map<String, Long> versions() {
    return transactions.read(
        em ->
            em.createQuery(VERSIONS, Object[].class).getResultList().stream()
                .collect(
                    Collectors.toMap(
                        row -> (String) row[0], row -> ((Number) row[1]).longValue())));
  }

  /**
   * Revokes a credential, unless it is revoked.
   *
   * @throws ParleyException {@code not_found}
   */
  StoredCredential revoke(CredentialId id, long now) {
    return transactions.call(
        em -> {
          var unused = changed(em.createQuery(REVOKE).setParameter("now", now), id);
          return find(em, id).orElseThrow(CredentialRows::notFound);
        });
  }

  /**
   * Replaces the hash of the secret.
   *
   * @throws ParleyException {@code not_found}, also for a revoked one; {@code invalid_argument} for
   *     one that an OAuth client has
   */
  StoredCredential rotate(TokenHash token) {
    if (isOfClient(token.id())) {
      throw InvalidArgument.refusal(
          "credential",
          "an OAuth client has it, which gets its tokens by itself; revoke it, and allow the client"
              + " anew");
    }
    return change(ROTATE, "hash", token.hash().stored(), new CredentialId(token.id()));
  }

  private boolean isOfClient(String id) {
    return transactions.read(
        em ->
            SqlQuery.of(COUNT_OF_CLIENTS, id)
                    .first(em, 1)
                    .mapToLong(row -> ((Number) row[0]).longValue())
                    .sum()
                > 0);
  }

  /**
   * Replaces the scopes.
   *
   * @throws ParleyException {@code not_found}, also for a revoked one
   */
  StoredCredential changeScopes(CredentialId id, Set<Scope> scopes) {
    return change(CHANGE_SCOPES, "scopes", CredentialRow.text(scopes), id);
  }

  private StoredCredential change(String update, String name, String value, CredentialId id) {
    return transactions.call(
        em -> {
          if (!changed(em.createQuery(update).setParameter(name, value), id)) {
            throw notFound();
          }
          return find(em, id).orElseThrow(CredentialRows::notFound);
        });
  }

  private static boolean changed(Query update, CredentialId id) {
    return update.setParameter("id", id.value()).executeUpdate() == 1;
  }

  /** Writes last uses by the ids of the credentials, except where a row has a later one. */
  void used(Map<String, Credential.Use> uses) {
    List<Map.Entry<String, Credential.Use>> ordered =
        uses.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .toList(); // in one order at every node, or two would wait for each other
    for (List<Map.Entry<String, Credential.Use>> some : chunks(ordered)) {
      StatementBatch batch = new StatementBatch();
      for (Map.Entry<String, Credential.Use> entry : some) {
        Credential.Use use = entry.getValue();
        long at = use.at().toEpochMilli();
        var unused = batch.add(USED, at, use.address(), entry.getKey(), at);
      }
      transactions.run(batch::send);
    }
  }

  static ParleyException notFound() {
    return new ParleyException(new NotFound("credential"));
  }

  private static List<StoredCredential> snapshots(List<CredentialRow> rows) {
    return rows.stream().map(CredentialRow::snapshot).toList();
  }

  private static <T> List<List<T>> chunks(List<T> all) {
    List<List<T>> chunks = new ArrayList<>();
    for (int from = 0; from < all.size(); from += MAX_AT_ONCE) {
      chunks.add(all.subList(from, Math.min(all.size(), from + MAX_AT_ONCE)));
    }
    return chunks;
  }
}

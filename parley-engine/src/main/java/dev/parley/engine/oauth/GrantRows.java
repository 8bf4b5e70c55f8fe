package dev.parley.engine.oauth;

import dev.parley.engine.persistence.SqlQuery;
import dev.parley.engine.persistence.SqlStatement;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.CredentialId;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;

/** Rights of clients as rows. One update decides who uses a refresh token. */
final class GrantRows {
  private static final int REMOVED_AT_ONCE = 500;
  private static final String COLUMNS =
      """
      SELECT credential, request, client, person, scopes, access_hash, access_scopes,
      access_until, refresh_hash, refresh_until, family_hash, ends_at FROM parley_oauth_grant
      """;
  private static final String FIND = COLUMNS + " WHERE credential = ?";
  private static final String BY_REQUEST = COLUMNS + " WHERE request = ?";
  private static final String ENDED = COLUMNS + " WHERE refresh_until <= ? OR ends_at <= ?";
  private static final String BY_PERSON = COLUMNS + " WHERE person = ? ORDER BY credential";
  private static final String COUNT = "SELECT COUNT(*), 0 FROM parley_oauth_grant WHERE person = ?";
  private static final String INSERT =
      """
      INSERT INTO parley_oauth_grant
      (credential, request, client, person, scopes, access_hash, access_scopes, access_until,
      refresh_hash, refresh_until, family_hash, ends_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String ROTATE =
      """
      UPDATE parley_oauth_grant
      SET access_hash = ?, access_scopes = ?, access_until = ?, refresh_hash = ?, refresh_until = ?
      WHERE credential = ? AND refresh_hash = ?
      """;
  private static final String REMOVE = "DELETE FROM parley_oauth_grant WHERE credential = ?";
  private static final String REMOVE_REVOKED =
      """
      DELETE FROM parley_oauth_grant WHERE EXISTS (SELECT c.id FROM parley_credential c
      WHERE c.id = parley_oauth_grant.credential AND c.revoked_at IS NOT NULL)
      """;

  private final Transactions transactions;

  GrantRows(Transactions transactions) {
    this.transactions = transactions;
  }

  void insert(StoredGrant grant) {
    StoredGrant.Tokens tokens = grant.tokens();
    transactions.run(
        entities -> {
          int unused =
              SqlStatement.of(
                      INSERT,
                      grant.credential().value(),
                      grant.request(),
                      grant.client(),
                      grant.person(),
                      ScopeText.of(grant.scopes()),
                      tokens.accessHash(),
                      ScopeText.of(tokens.accessScopes()),
                      tokens.accessUntil(),
                      tokens.refreshHash(),
                      tokens.refreshUntil(),
                      grant.familyHash(),
                      grant.endsAt())
                  .execute(entities);
        });
  }

  /**
   * Replaces the tokens; returns false where the refresh token was replaced before.
   *
   * @param goodUntil the time until which the one that is replaced is good once more
   */
  boolean rotate(
      CredentialId credential, String refreshHash, StoredGrant.Tokens next, long goodUntil) {
    return transactions.call(
        entities -> {
          int changed =
              SqlStatement.of(
                      ROTATE,
                      next.accessHash(),
                      ScopeText.of(next.accessScopes()),
                      next.accessUntil(),
                      next.refreshHash(),
                      next.refreshUntil(),
                      credential.value(),
                      refreshHash)
                  .execute(entities);
          if (changed == 1) {
            ReplacedRows.note(entities, credential, refreshHash, goodUntil);
          }
          return changed == 1;
        });
  }

  Optional<StoredGrant> find(CredentialId credential) {
    return first(SqlQuery.of(FIND, credential.value()), 1).stream().findFirst();
  }

  Optional<StoredGrant> ofRequest(String request) {
    return first(SqlQuery.of(BY_REQUEST, request), 1).stream().findFirst();
  }

  /** Reads those of a person, in the order of the ids of their credentials. */
  List<StoredGrant> ofPerson(String person, int limit) {
    return first(SqlQuery.of(BY_PERSON, person), limit);
  }

  /** Reads some of those whose end is past. */
  List<StoredGrant> ended(long now) {
    return first(SqlQuery.of(ENDED, now, now), REMOVED_AT_ONCE);
  }

  private List<StoredGrant> first(SqlQuery query, int limit) {
    return transactions.read(
        entities -> query.first(entities, limit).map(GrantRows::read).toList());
  }

  /** Counts those of a person. */
  static long count(EntityManager entities, String person) {
    return SqlQuery.of(COUNT, person)
        .first(entities, 1)
        .mapToLong(row -> ((Number) row[0]).longValue())
        .sum();
  }

  void remove(CredentialId credential) {
    transactions.run(
        entities -> {
          int unused = SqlStatement.of(REMOVE, credential.value()).execute(entities);
        });
  }

  /** Removes those whose credentials are revoked. */
  int removeRevoked() {
    return transactions.call(entities -> SqlStatement.of(REMOVE_REVOKED).execute(entities));
  }

  private static StoredGrant read(Object[] row) {
    StoredGrant.Tokens tokens =
        new StoredGrant.Tokens(
            (String) row[5],
            ScopeText.read((String) row[6]),
            ((Number) row[7]).longValue(),
            (String) row[8],
            ((Number) row[9]).longValue());
    return new StoredGrant(
        new CredentialId((String) row[0]),
        (String) row[1],
        (String) row[2],
        (String) row[3],
        ScopeText.read((String) row[4]),
        tokens,
        (String) row[10],
        ((Number) row[11]).longValue());
  }
}

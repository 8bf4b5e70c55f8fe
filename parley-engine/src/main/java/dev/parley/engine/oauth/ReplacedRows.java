package dev.parley.engine.oauth;

import dev.parley.engine.persistence.SqlQuery;
import dev.parley.engine.persistence.SqlStatement;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.CredentialId;
import jakarta.persistence.EntityManager;
import java.util.List;

/** Refresh tokens that were replaced a moment ago, as rows: the last few of each credential. */
final class ReplacedRows {
  /** The maximum number of each credential; the oldest one goes. */
  static final int MAX_EACH = 10;

  private static final int MAX_READ = 100;
  private static final String COUNT_GOOD =
      """
      SELECT COUNT(*), 0 FROM parley_oauth_replaced
      WHERE refresh_hash = ? AND credential = ? AND good_until > ?
      """;
  private static final String OF_CREDENTIAL =
      """
      SELECT refresh_hash, good_until FROM parley_oauth_replaced WHERE credential = ?
      ORDER BY good_until DESC
      """;
  private static final String INSERT =
      "INSERT INTO parley_oauth_replaced (refresh_hash, credential, good_until) VALUES (?, ?, ?)";
  private static final String REMOVE = "DELETE FROM parley_oauth_replaced WHERE refresh_hash = ?";
  private static final String REMOVE_OLD =
      "DELETE FROM parley_oauth_replaced WHERE good_until <= ?";

  private final Transactions transactions;

  ReplacedRows(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Returns whether a refresh token was replaced so lately that it is good once more. */
  boolean isGood(CredentialId credential, String refreshHash, long now) {
    return transactions.read(
        entities ->
            SqlQuery.of(COUNT_GOOD, refreshHash, credential.value(), now)
                    .first(entities, 1)
                    .mapToLong(row -> ((Number) row[0]).longValue())
                    .sum()
                > 0);
  }

  /** Notes a refresh token that is replaced now; the oldest ones go past the limit. */
  static void note(
      EntityManager entities, CredentialId credential, String refreshHash, long until) {
    List<Object[]> others =
        SqlQuery.of(OF_CREDENTIAL, credential.value()).first(entities, MAX_READ).toList();
    others.stream()
        .skip(MAX_EACH - 1L)
        .forEach(
            row -> {
              int unused = SqlStatement.of(REMOVE, row[0]).execute(entities);
            });
    int unused = SqlStatement.of(INSERT, refreshHash, credential.value(), until).execute(entities);
  }

  /** Removes those that are not good any more. */
  int removeBefore(long now) {
    return transactions.call(entities -> SqlStatement.of(REMOVE_OLD, now).execute(entities));
  }
}

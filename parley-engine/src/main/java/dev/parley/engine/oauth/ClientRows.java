package dev.parley.engine.oauth;

import dev.parley.engine.persistence.SqlQuery;
import dev.parley.engine.persistence.SqlStatement;
import dev.parley.engine.persistence.Transactions;
import dev.parley.oauth.OAuthClient;
import dev.parley.oauth.OAuthClients;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Registered clients as rows. */
final class ClientRows implements OAuthClients {
  /** The time after which a client that nobody allowed anything is forgotten. */
  static final Duration UNUSED_FOR = Duration.ofDays(1);

  /** The time after which a client that has no rights any more is forgotten. */
  static final Duration FORGOTTEN_AFTER = Duration.ofDays(90);

  private static final String LINE = "\n";
  private static final String INSERT =
      """
      INSERT INTO parley_oauth_client (id, name, redirect_uris, created_at, used_at)
      VALUES (?, ?, ?, ?, 0)
      """;
  private static final String FIND =
      "SELECT name, redirect_uris FROM parley_oauth_client WHERE id = ?";
  private static final String COUNT = "SELECT COUNT(*), 0 FROM parley_oauth_client";
  private static final String OLDEST_UNUSED =
      "SELECT id, created_at FROM parley_oauth_client WHERE used_at = 0 ORDER BY created_at";
  private static final String REMOVE = "DELETE FROM parley_oauth_client WHERE id = ?";
  private static final String USED = "UPDATE parley_oauth_client SET used_at = ? WHERE id = ?";
  private static final String REMOVE_OLD =
      """
      DELETE FROM parley_oauth_client
      WHERE ((used_at = 0 AND created_at < ?) OR (used_at > 0 AND used_at < ?))
      AND NOT EXISTS (SELECT g.client FROM parley_oauth_grant g
      WHERE g.client = parley_oauth_client.id)
      """;

  private final Transactions transactions;
  private final InstantSource clock;
  private final int max;

  /** Makes them with at most {@code max} clients. */
  ClientRows(Transactions transactions, InstantSource clock, int max) {
    this.transactions = transactions;
    this.clock = clock;
    this.max = max;
  }

  @Override
  public OAuthClient register(String name, List<String> redirectUris) {
    OAuthClient client = new OAuthClient(OAuthSecret.newId(), name, redirectUris);
    transactions.run(
        entities -> {
          makeRoom(entities);
          SqlStatement.of(
                  INSERT,
                  client.id(),
                  client.name(),
                  String.join(LINE, client.redirectUris()),
                  clock.millis())
              .execute(entities);
        });
    return client;
  }

  private void makeRoom(EntityManager entities) {
    long count =
        SqlQuery.of(COUNT).first(entities, 1).mapToLong(row -> ((Number) row[0]).longValue()).sum();
    if (count < max) {
      return;
    }
    Object[] oldest =
        SqlQuery.of(OLDEST_UNUSED)
            .first(entities, 1)
            .findFirst()
            .orElseThrow(() -> new ParleyException(new LimitReached("registered clients", max)));
    SqlStatement.of(REMOVE, oldest[0]).execute(entities);
  }

  @Override
  public Optional<OAuthClient> find(String id) {
    return transactions.read(
        entities ->
            SqlQuery.of(FIND, id)
                .first(entities, 1)
                .findFirst()
                .map(
                    row ->
                        new OAuthClient(
                            id, (String) row[0], List.of(((String) row[1]).split(LINE, -1)))));
  }

  /** Notes that somebody allowed a client something; does nothing for one that never registered. */
  void used(EntityManager entities, String id) {
    SqlStatement.of(USED, clock.millis(), id).execute(entities);
  }

  /** Removes the clients that are forgotten; returns their number. */
  int sweep() {
    long now = clock.millis();
    return transactions.call(
        entities ->
            SqlStatement.of(
                    REMOVE_OLD, now - UNUSED_FOR.toMillis(), now - FORGOTTEN_AFTER.toMillis())
                .execute(entities));
  }
}

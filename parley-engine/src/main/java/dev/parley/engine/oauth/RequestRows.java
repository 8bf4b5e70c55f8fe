package dev.parley.engine.oauth;

import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.engine.oauth.StoredRequest.Stage;
import dev.parley.engine.persistence.SqlQuery;
import dev.parley.engine.persistence.SqlStatement;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.WorkspaceId;
import dev.parley.oauth.Authorizations;
import dev.parley.oauth.ConsentRequest;
import dev.parley.oauth.ConsentingPerson;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Requests of clients as rows. One update decides who uses a ticket or a code. */
final class RequestRows {
  private static final int MAX_READ = 1_000;
  private static final String INSERT =
      """
      INSERT INTO parley_oauth_request
      (id, secret_hash, stage, login, person, client, client_name, redirect_uri, client_state,
      scopes, challenge, resource, kind, role, workspace, names, granted, label, expires_at)
      VALUES (?, ?, 'asked', ?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', '', '', '', '', ?)
      """;
  private static final String FIND =
      """
      SELECT id, secret_hash, stage, login, person, client, client_name, redirect_uri,
      client_state, scopes, challenge, resource, kind, role, workspace, names, granted, label,
      expires_at FROM parley_oauth_request WHERE id = ?
      """;
  private static final String QUESTIONS =
      """
      SELECT id, expires_at FROM parley_oauth_request WHERE login = ? AND stage = 'asked'
      ORDER BY expires_at DESC
      """;
  private static final String ALLOW =
      """
      UPDATE parley_oauth_request SET secret_hash = ?, stage = 'allowed', kind = ?, role = ?,
      workspace = ?, names = ?, granted = ?, label = ?, expires_at = ?
      WHERE id = ? AND stage = 'asked' AND secret_hash = ? AND login = ? AND expires_at > ?
      """;
  private static final String TAKE =
      """
      UPDATE parley_oauth_request SET stage = 'used', expires_at = ?
      WHERE id = ? AND stage = 'allowed' AND secret_hash = ?
      """;
  private static final String REMOVE = "DELETE FROM parley_oauth_request WHERE id = ?";
  private static final String REMOVE_QUESTION =
      """
      DELETE FROM parley_oauth_request
      WHERE id = ? AND stage = 'asked' AND secret_hash = ? AND login = ?
      """;
  private static final String REMOVE_OLD = "DELETE FROM parley_oauth_request WHERE expires_at < ?";

  private final Transactions transactions;

  RequestRows(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Inserts a question; the oldest ones of the same login go past the limit. */
  void ask(OAuthSecret ticket, ConsentRequest request, ConsentingPerson person, long until) {
    transactions.run(
        entities -> {
          List<Object[]> others =
              SqlQuery.of(QUESTIONS, person.login()).first(entities, MAX_READ).toList();
          others.stream()
              .skip(Authorizations.MAX_QUESTIONS_EACH - 1L)
              .forEach(row -> SqlStatement.of(REMOVE, row[0]).execute(entities));
          SqlStatement.of(
                  INSERT,
                  ticket.id(),
                  ticket.hash(),
                  person.login(),
                  person.name(),
                  request.client(),
                  request.clientName(),
                  request.redirectUri(),
                  request.state().orElse(""),
                  ScopeText.of(request.scopes()),
                  request.challenge(),
                  request.resource(),
                  until)
              .execute(entities);
        });
  }

  /** Turns a question into a code; returns false where another one was first. */
  boolean allow(
      EntityManager entities,
      OAuthSecret ticket,
      OAuthSecret code,
      ConsentingPerson person,
      CredentialDraft allowed,
      long now,
      long until) {
    return SqlStatement.of(
                ALLOW,
                code.hash(),
                allowed.kind().wireName(),
                allowed.role().wireName(),
                allowed.workspace().value(),
                allowed.names().value(),
                ScopeText.of(allowed.scopes()),
                allowed.label(),
                until,
                ticket.id(),
                ticket.hash(),
                person.login(),
                now)
            .execute(entities)
        == 1;
  }

  /** Uses a code up; returns false where it is used, or never was one. */
  boolean take(OAuthSecret code, long keptUntil) {
    return transactions.call(
        entities ->
            SqlStatement.of(TAKE, keptUntil, code.id(), code.hash()).execute(entities) == 1);
  }

  /** Removes a question; returns false where it is used, or never was one. */
  boolean removeQuestion(OAuthSecret ticket, ConsentingPerson person) {
    return transactions.call(
        entities ->
            SqlStatement.of(REMOVE_QUESTION, ticket.id(), ticket.hash(), person.login())
                    .execute(entities)
                == 1);
  }

  void remove(String id) {
    transactions.run(
        entities -> {
          int unused = SqlStatement.of(REMOVE, id).execute(entities);
        });
  }

  int removeBefore(long time) {
    return transactions.call(entities -> SqlStatement.of(REMOVE_OLD, time).execute(entities));
  }

  Optional<StoredRequest> find(String id) {
    return transactions.read(
        entities -> SqlQuery.of(FIND, id).first(entities, 1).findFirst().map(RequestRows::read));
  }

  private static StoredRequest read(Object[] row) {
    ConsentRequest request =
        new ConsentRequest(
            text(row, 5),
            text(row, 6),
            text(row, 7),
            Optional.of(text(row, 8)).filter(state -> !state.isEmpty()),
            ScopeText.read(text(row, 9)),
            text(row, 10),
            text(row, 11));
    return new StoredRequest(
        text(row, 0),
        text(row, 1),
        Stage.valueOf(text(row, 2).toUpperCase(Locale.ROOT)),
        text(row, 3),
        text(row, 4),
        request,
        allowed(row),
        ((Number) row[18]).longValue());
  }

  private static Optional<CredentialDraft> allowed(Object[] row) {
    return text(row, 12).isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CredentialDraft(
                CredentialKind.valueOf(text(row, 12).toUpperCase(Locale.ROOT)),
                Role.of(text(row, 13)),
                new WorkspaceId(text(row, 14)),
                new NamePattern(text(row, 15)),
                ScopeText.read(text(row, 16)),
                Optional.empty(),
                text(row, 17)));
  }

  private static String text(Object[] row, int column) {
    return (String) row[column];
  }
}

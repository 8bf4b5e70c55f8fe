package dev.parley.engine.audit;

import dev.parley.audit.Act;
import dev.parley.audit.AuditEntry;
import dev.parley.audit.AuditFilter;
import dev.parley.engine.persistence.SqlQuery;
import dev.parley.engine.persistence.SqlStatement;
import dev.parley.engine.persistence.StatementBatch;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.WorkspaceId;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The entries of the audit as rows. */
final class AuditRows {
  /** The number of rows that one statement removes. */
  static final int REMOVED_AT_ONCE = 1_000;

  private static final String INSERT =
      """
      INSERT INTO parley_audit
      (id, recorded_at, workspace, actor, credential, address, action, target, result, times)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String OLDEST = "SELECT id, recorded_at FROM parley_audit ORDER BY id";
  private static final String REMOVE = "DELETE FROM parley_audit WHERE id <= ?";
  private static final String COUNT = "SELECT COUNT(e) FROM AuditEntry e";

  private final Transactions transactions;

  AuditRows(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Inserts entries in one transaction. */
  void insert(List<AuditEntry> entries) {
    StatementBatch batch = new StatementBatch();
    for (AuditEntry entry : entries) {
      Act act = entry.act();
      var unused =
          batch.add(
              INSERT,
              entry.id().value(),
              entry.at().toEpochMilli(),
              act.workspace().value(),
              act.actor(),
              act.origin().credential().orElse(""),
              act.origin().address().orElse(""),
              act.action().name(),
              act.target(),
              act.result(),
              entry.times());
    }
    transactions.run(batch::send);
  }

  /** Reads at most {@code limit} entries before an id, the newest first; an empty id is the end. */
  List<AuditEntry> page(AuditFilter filter, String before, int limit) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    List<String> conditions = new ArrayList<>();
    if (!before.isEmpty()) {
      conditions.add("e.id < :before");
      parameters.put("before", before);
    }
    equal("workspace", filter.workspace().map(WorkspaceId::value), conditions, parameters);
    equal("actor", filter.actor(), conditions, parameters);
    equal("credential", filter.credential(), conditions, parameters);
    equal("action", filter.action().map(action -> action.name()), conditions, parameters);
    equal("result", filter.result(), conditions, parameters);
    filter.from().ifPresent(time -> at(">=", "from", time, conditions, parameters));
    filter.until().ifPresent(time -> at("<", "until", time, conditions, parameters));
    String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    return transactions.read(
        entities -> {
          TypedQuery<AuditRow> query =
              entities.createQuery(
                  "SELECT e FROM AuditEntry e" + where + " ORDER BY e.id DESC", AuditRow.class);
          parameters.forEach(query::setParameter);
          return query.setMaxResults(limit).getResultList().stream()
              .map(AuditRow::snapshot)
              .toList();
        });
  }

  private static void equal(
      String column,
      Optional<String> value,
      List<String> conditions,
      Map<String, Object> parameters) {
    value.ifPresent(
        text -> {
          conditions.add("e." + column + " = :" + column);
          parameters.put(column, text);
        });
  }

  private static void at(
      String comparison,
      String name,
      Instant time,
      List<String> conditions,
      Map<String, Object> parameters) {
    conditions.add("e.recordedAt " + comparison + " :" + name);
    parameters.put(name, time.toEpochMilli());
  }

  /** Counts the entries. */
  long count() {
    return transactions.read(
        entities -> entities.createQuery(COUNT, Number.class).getSingleResult().longValue());
  }

  /**
   * Removes entries in one transaction: of the {@value #REMOVED_AT_ONCE} oldest, those that were
   * recorded before a time, and in any case the first {@code surplus}.
   *
   * @return the number of removed entries
   */
  int removeOldest(Instant before, long surplus) {
    return transactions.call(entities -> removeOldest(entities, before.toEpochMilli(), surplus));
  }

  private static int removeOldest(EntityManager entities, long before, long surplus) {
    List<Object[]> oldest = SqlQuery.of(OLDEST).first(entities, REMOVED_AT_ONCE).toList();
    Predicate<Object[]> isOld = row -> ((Number) row[1]).longValue() < before;
    long old = oldest.stream().takeWhile(isOld).count();
    int last = (int) Math.min(oldest.size(), Math.max(old, surplus));
    return last == 0 ? 0 : SqlStatement.of(REMOVE, oldest.get(last - 1)[0]).execute(entities);
  }
}

package dev.parley.engine.audit;

import static dev.parley.problem.Refusals.refusedCode;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.audit.Act;
import dev.parley.audit.AuditAction;
import dev.parley.audit.AuditEntry;
import dev.parley.audit.AuditFilter;
import dev.parley.audit.Origin;
import dev.parley.engine.MovableClock;
import dev.parley.engine.OnStores;
import dev.parley.engine.Outage;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.Database;
import dev.parley.id.AuditId;
import dev.parley.id.WorkspaceId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.ProblemCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The promises of the audit: stored as recorded, bounded in memory and in rows. */
@OnStores
class JpaAuditTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
  private static final int MAX_WAITING = 3;
  private static final int MANY = 100_000;
  private static final AuditRetention SMALL =
      new AuditRetention(Duration.ofDays(90), AuditRetention.MIN_ROWS);

  private final MovableClock clock = new MovableClock(NOON);
  private final AtomicLong nanos = new AtomicLong();
  private final Store store;
  private HikariDataSource source;
  private Database database;
  private Outage line;
  private JpaAudit audit;

  JpaAuditTest(Store store) {
    this.store = store;
  }

  @BeforeEach
  void open() {
    source = store.newMigratedDatabase();
    line = new Outage(source);
    database = store.database(line, JpaAudit.ENTITIES);
    audit = audit(MANY);
    assertThat(all()).isEmpty(); // or the provider would first connect while the line is down
  }

  @AfterEach
  void close() {
    if (source != null) { // where the product is not there, it was never opened
      line.end();
      if (database != null) {
        database.close();
      }
      source.close();
    }
  }

  private JpaAudit audit(int maxWaiting) {
    return new JpaAudit(database.transactions(), clock, SMALL, nanos::get, maxWaiting);
  }

  private static Act act(String actor, AuditAction action, String result) {
    Origin origin = new Origin(Optional.of("abcdefghij12"), Optional.of("192.0.2.7"));
    return new Act(new WorkspaceId("shop"), actor, origin, action, "task 7", result);
  }

  private static Act act(String actor) {
    return act(actor, AuditAction.TASK_CLAIM, Act.OK);
  }

  private void recordNow(String... actors) {
    Stream.of(actors).map(JpaAuditTest::act).forEach(audit::record);
    audit.flush();
  }

  /** Reads all entries; fails where there are more than one page of them. */
  private List<AuditEntry> all() {
    ListPage<AuditEntry> page = audit.list(AuditFilter.ALL, Optional.empty(), PageSize.MAX_LIMIT);
    assertThat(page.hasMore()).isFalse();
    return page.items();
  }

  private List<String> actors(AuditFilter filter) {
    ListPage<AuditEntry> page = audit.list(filter, Optional.empty(), PageSize.MAX_LIMIT);
    assertThat(page.hasMore()).isFalse();
    return actors(page);
  }

  private static List<String> actors(ListPage<AuditEntry> page) {
    return page.items().stream().map(entry -> entry.act().actor()).toList();
  }

  @Test
  void record_anAct_isReadAsItWasGiven() {
    Act full = act("alice");
    Act bare =
        new Act(WorkspaceId.DEFAULT, "", Origin.NONE, AuditAction.ACCESS_REFUSED, "", "refused");
    audit.record(full);
    assertThat(all()).isEmpty();
    audit.flush();
    clock.advance(Duration.ofMillis(1));
    audit.record(bare);
    audit.flush();
    assertThat(all()).extracting(AuditEntry::act).containsExactly(bare, full);
    assertThat(all()).extracting(AuditEntry::at).containsExactly(NOON.plusMillis(1), NOON);
    assertThat(all()).extracting(AuditEntry::times).containsExactly(1L, 1L);
  }

  @Test
  void record_theLongestTexts_areStored() {
    String wide = "\ud83d\ude00".repeat(128);
    Origin origin = new Origin(Optional.of("c".repeat(64)), Optional.of("d".repeat(64)));
    Act longest =
        new Act(
            new WorkspaceId("w".repeat(64)),
            "a".repeat(64),
            origin,
            new AuditAction("a." + "b".repeat(38)),
            wide,
            "r".repeat(64));
    audit.record(longest);
    audit.flush();
    assertThat(all()).extracting(AuditEntry::act).containsExactly(longest);
    assertThat(longest.target()).hasSize(256);
  }

  @Test
  void list_isNewestFirst_andGoesOnAfterAnEntry() {
    recordNow("a", "b", "c");
    ListPage<AuditEntry> first = audit.list(AuditFilter.ALL, Optional.empty(), 2);
    assertThat(actors(first)).containsExactly("c", "b");
    assertThat(first.hasMore()).isTrue();
    AuditId last = first.items().get(1).id();
    recordNow("d");
    ListPage<AuditEntry> second = audit.list(AuditFilter.ALL, Optional.of(last), 2);
    assertThat(actors(second)).containsExactly("a");
    assertThat(second.hasMore()).isFalse();
    ListPage<AuditEntry> whole = audit.list(AuditFilter.ALL, Optional.empty(), 4);
    assertThat(actors(whole)).hasSize(4);
    assertThat(whole.hasMore()).as("as many as are asked for, and no more").isFalse();
    assertThat(refusedField(() -> audit.list(AuditFilter.ALL, Optional.empty(), 0)))
        .isEqualTo("limit");
    assertThat(refusedField(() -> audit.list(AuditFilter.ALL, Optional.empty(), 1_001)))
        .isEqualTo("limit");
  }

  @Test
  void list_ofAFilter_hasThoseEntriesAlone() {
    recordNow("alice");
    clock.advance(Duration.ofMinutes(1));
    audit.record(act("bob", AuditAction.REVIEW_VERDICT, "approved"));
    audit.record(
        new Act(WorkspaceId.DEFAULT, "eve", Origin.NONE, AuditAction.TASK_CLAIM, "x", "no"));
    audit.flush();
    assertThat(actors(AuditFilter.ALL.in(new WorkspaceId("shop")))).containsExactly("bob", "alice");
    assertThat(actors(AuditFilter.ALL.in(WorkspaceId.DEFAULT))).containsExactly("eve");
    assertThat(actors(AuditFilter.ALL.by("alice"))).containsExactly("alice");
    assertThat(actors(AuditFilter.ALL.by("Alice"))).isEmpty();
    assertThat(actors(AuditFilter.ALL.of(AuditAction.TASK_CLAIM))).containsExactly("eve", "alice");
    assertThat(actors(AuditFilter.ALL.with("approved"))).containsExactly("bob");
    assertThat(actors(AuditFilter.ALL.withCredential("abcdefghij12")))
        .containsExactly("bob", "alice");
    assertThat(actors(AuditFilter.ALL.withCredential("abcdefghij13"))).isEmpty();
    Instant minute = NOON.plus(Duration.ofMinutes(1));
    assertThat(actors(AuditFilter.ALL.between(NOON, minute))).containsExactly("alice");
    assertThat(actors(AuditFilter.ALL.between(minute, minute.plusMillis(1))))
        .containsExactly("eve", "bob");
    assertThat(actors(AuditFilter.ALL.in(new WorkspaceId("shop")).of(AuditAction.TASK_CLAIM)))
        .containsExactly("alice");
  }

  @Test
  void recordBounded_equalActs_areOneEntryAndTheirNumber() {
    for (int i = 0; i < 5; i++) {
      audit.recordBounded(act("eve"));
    }
    audit.flush();
    assertThat(all()).extracting(AuditEntry::times).containsExactly(1L);
    nanos.addAndGet(RepeatedActs.COUNTED_FOR.toNanos());
    audit.flush();
    assertThat(all()).extracting(AuditEntry::times).containsExactly(4L, 1L);
    assertThat(all()).extracting(AuditEntry::act).containsOnly(act("eve"));
  }

  @Test
  void entries_whileTheStorageIsAway_waitAndAreWrittenOnce() {
    line.begin();
    audit.record(act("a"));
    assertThat(refusedCode(audit::flush)).isEqualTo(ProblemCode.UNAVAILABLE);
    audit.record(act("b"));
    assertThat(refusedCode(audit::flush)).isEqualTo(ProblemCode.UNAVAILABLE);
    line.end();
    audit.flush();
    audit.flush();
    assertThat(actors(AuditFilter.ALL)).containsExactly("b", "a");
  }

  @Test
  void entries_pastTheBound_areCountedInOneEntry() {
    audit = audit(MAX_WAITING);
    for (int i = 0; i < MAX_WAITING; i++) {
      audit.record(act("in" + i));
    }
    audit.flush();
    assertThat(actors(AuditFilter.ALL)).containsExactly("in2", "in1", "in0");
    for (int i = 0; i < MAX_WAITING + 2; i++) {
      audit.record(act("more" + i));
    }
    audit.flush();
    List<AuditEntry> dropped =
        audit.list(AuditFilter.ALL.of(AuditAction.AUDIT_DROPPED), Optional.empty(), 10).items();
    assertThat(dropped).extracting(AuditEntry::times).containsExactly(2L);
    assertThat(dropped.get(0).act().workspace()).isEqualTo(new WorkspaceId("shop"));
    assertThat(actors(AuditFilter.ALL.of(AuditAction.TASK_CLAIM))).hasSize(2 * MAX_WAITING);
  }

  @Test
  void write_ofEntriesThatAreStored_storesTheOthers() {
    recordNow("a");
    AuditEntry stored = all().get(0);
    AuditEntry other = new AuditEntry(new AuditId("01ARZ3NDEKTSV4RRFFQ69G5FAV"), NOON, act("b"), 1);
    audit.write(List.of(stored, other));
    assertThat(actors(AuditFilter.ALL)).containsExactly("a", "b");
  }

  @Test
  void sweep_removesWhatIsOlderThanTheAge_andNothingAtTheAge() {
    recordNow("old");
    clock.advance(Duration.ofMillis(1));
    recordNow("young");
    clock.advance(SMALL.age().minusMillis(1));
    audit.sweep();
    assertThat(actors(AuditFilter.ALL)).containsExactly("young", "old");
    clock.advance(Duration.ofMillis(1));
    audit.sweep();
    assertThat(actors(AuditFilter.ALL)).containsExactly("young");
  }

  @Test
  void sweep_atTheNumberOfRows_removesNothing_andTheOldestPastIt() {
    recordMany(SMALL.rows());
    audit.sweep();
    assertThat(all()).hasSize(SMALL.rows());
    recordNow("last");
    audit.sweep();
    assertThat(actors(AuditFilter.ALL)).hasSize(SMALL.rows()).doesNotContain("many0");
    assertThat(actors(AuditFilter.ALL)).startsWith("last").endsWith("many1");
  }

  @Test
  void sweep_ofMoreThanOneStatementRemoves_goesOn() {
    recordMany(SMALL.rows() + 2 * AuditRows.REMOVED_AT_ONCE + 1);
    audit.sweep();
    assertThat(actors(AuditFilter.ALL))
        .hasSize(SMALL.rows())
        .endsWith("many" + (2 * AuditRows.REMOVED_AT_ONCE + 1));
  }

  private void recordMany(int count) {
    for (int i = 0; i < count; i++) {
      audit.record(act("many" + i));
    }
    audit.flush();
  }

  @Test
  void end_writesWhatWaits() {
    audit.record(act("a"));
    audit.recordBounded(act("b"));
    audit.recordBounded(act("b"));
    audit.end();
    assertThat(all()).extracting(AuditEntry::times).containsExactly(1L, 1L, 1L);
    assertThat(actors(AuditFilter.ALL)).containsExactly("b", "b", "a");
  }

  @Test
  void end_whileTheStorageIsAway_returns() {
    audit.record(act("a"));
    line.begin();
    audit.end();
    line.end();
    assertThat(all()).isEmpty();
  }

  @Test
  void retention_hasBounds() {
    assertThat(refusedField(() -> SMALL.ofAge(Duration.ofHours(23)))).isEqualTo("audit-days");
    assertThat(refusedField(() -> SMALL.ofAge(Duration.ofDays(3_651)))).isEqualTo("audit-days");
    assertThat(refusedField(() -> SMALL.ofRows(999))).isEqualTo("audit-rows");
    assertThat(refusedField(() -> SMALL.ofRows(100_000_001))).isEqualTo("audit-rows");
  }
}

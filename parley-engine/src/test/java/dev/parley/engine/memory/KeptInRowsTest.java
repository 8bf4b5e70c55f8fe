package dev.parley.engine.memory;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.parley.IdempotencyKey;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.engine.MovableClock;
import dev.parley.engine.Store;
import dev.parley.memory.Memory;
import dev.parley.memory.MemoryBlock;
import dev.parley.memory.SectionKey;
import dev.parley.problem.Code;
import dev.parley.problem.Problem;
import dev.parley.spi.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Memory kept in H2. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeptInRowsTest extends KeptMemoryContract {
  private static final AgentId BOB = new AgentId("bob");
  private static final SectionKey STACK = new SectionKey("stack");
  private static final IdempotencyKey KEY = new IdempotencyKey("k");

  private OpenRows rows;
  private MemoryStore store;

  OpenRows open() throws Exception {
    return OpenRows.on(Store.H2);
  }

  @BeforeAll
  final void openRows() throws Exception {
    rows = open();
  }

  @AfterAll
  final void closeRows() throws Exception {
    rows.close();
  }

  @Test
  void append_again_underItsKey_isOneEntryOnWhateverDay() {
    MovableClock clock = new MovableClock(Instant.parse("2026-03-14T23:59:59.999Z"));
    Memory alices = memory("alice", clock);
    alices.append(BOB, "learned", KEY);
    clock.advance(Duration.ofMillis(1));
    alices.append(BOB, "learned", KEY);
    memory("carol", clock).append(BOB, "of carol", KEY);
    assertThat(alices.blocks(Optional.of(BOB)))
        .extracting(MemoryBlock::title, MemoryBlock::content)
        .containsExactly(tuple("2026-03-14", "learned"), tuple("2026-03-15", "of carol"));
  }

  @Test
  void write_again_underItsKey_leavesWhatOthersWroteSince() {
    Memory alices = memory("alice", InstantSource.system());
    alices.write(Optional.empty(), STACK, "Java 17", KEY);
    memory("bob", InstantSource.system()).write(STACK, "Java 21");
    alices.write(Optional.empty(), STACK, "Java 17", KEY);
    assertThat(alices.project()).contains("## stack\n\nJava 21\n");
  }

  @Test
  void write_ofSomethingElseUnderAKey_isRefused() {
    Memory alices = memory("alice", InstantSource.system());
    alices.write(Optional.of(BOB), STACK, "Java 17", KEY);
    for (Runnable other :
        List.<Runnable>of(
            () -> alices.write(Optional.of(BOB), STACK, "Java 21", KEY),
            () -> alices.write(Optional.of(BOB), new SectionKey("other"), "Java 17", KEY),
            () -> alices.write(Optional.empty(), STACK, "Java 17", KEY),
            () -> alices.append(BOB, "Java 17", KEY))) {
      Problem refused = refused(other::run);
      assertThat(refused.code()).isEqualTo(Code.KEY_REUSED);
      assertThat(refused.facts())
          .containsEntry("what", "memory section")
          .containsEntry("id", "bob");
    }
    assertThat(alices.of(BOB)).contains("## stack\n\nJava 17\n");
    assertThat(alices.project()).isEmpty();
  }

  @Test
  void keysOfAnAgent_asManyAsAreKnown_areKnownAndTheOldestGoesWithOneMore() {
    MemoryStore few = rows.emptied(InstantSource.system(), 3);
    Memory alices =
        new KeptMemory(WorkspaceId.DEFAULT, few, InstantSource.system(), 10, new AgentId("alice"));
    for (int i = 1; i <= 3; i++) {
      alices.append(BOB, "e" + i, new IdempotencyKey("k" + i));
    }
    alices.append(BOB, "e1", new IdempotencyKey("k1"));
    assertThat(alices.blocks(Optional.of(BOB))).hasSize(3);
    alices.append(BOB, "e4", new IdempotencyKey("k4"));
    alices.append(BOB, "e2", new IdempotencyKey("k2"));
    assertThat(alices.blocks(Optional.of(BOB))).hasSize(4);
    alices.append(BOB, "e1", new IdempotencyKey("k1"));
    assertThat(alices.blocks(Optional.of(BOB))).hasSize(5);
  }

  private Memory memory(String caller, InstantSource clock) {
    return new KeptMemory(WorkspaceId.DEFAULT, store, clock, 10, new AgentId(caller));
  }

  @Override
  final MemoryStore newStore(InstantSource clock) {
    store = rows.emptied(clock);
    return store;
  }
}

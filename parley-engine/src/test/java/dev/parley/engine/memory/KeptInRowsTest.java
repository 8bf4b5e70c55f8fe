package dev.parley.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.OnStores;
import dev.parley.engine.Store;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.Memory;
import dev.parley.spi.MemoryStore;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Memory kept in a database. */
@OnStores({Store.H2, Store.POSTGRESQL})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeptInRowsTest extends SectionedMemoryContract {
  private static final AgentId BOB = new AgentId("bob");

  @Parameter private Store store;
  private OpenRows rows;

  @BeforeParameterizedClassInvocation
  final void openRows() {
    rows = OpenRows.on(store);
  }

  @AfterParameterizedClassInvocation
  final void closeRows() throws Exception {
    rows.close();
  }

  @Test
  void keysOfAnAgent_asManyAsAreKnown_areKnownAndTheOldestGoesWithOneMore() {
    MemoryStore few = rows.emptied(InstantSource.system(), 3);
    Memory alices =
        new SectionedMemory(
            WorkspaceId.DEFAULT, few, InstantSource.system(), 10, new AgentId("alice"));
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

  @Override
  final MemoryStore newStore(InstantSource clock) {
    return rows.emptied(clock);
  }
}

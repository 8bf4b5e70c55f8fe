package dev.parley.engine.memory;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.IdempotencyKey;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.memory.SectionKey;
import dev.parley.spi.MemoryStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory kept in files. */
class KeptInAFolderTest extends KeptMemoryContract {
  @TempDir private Path home;

  @Test
  void writes_underAKey_areRefusedAndChangeNothing() throws Exception {
    KeptMemory memory =
        new KeptMemory(
            WorkspaceId.DEFAULT, newStore(InstantSource.system()), InstantSource.system());
    AgentId bob = new AgentId("bob");
    IdempotencyKey key = new IdempotencyKey("k");
    assertThat(refusedField(() -> memory.append(bob, "x", key))).isEqualTo("idempotency_key");
    assertThat(
            refusedField(() -> memory.write(Optional.of(bob), new SectionKey("stack"), "x", key)))
        .isEqualTo("idempotency_key");
    assertThat(memory.of(bob)).isEmpty();
  }

  @Override
  MemoryStore newStore(InstantSource clock) {
    return new MarkdownFolder(home, clock);
  }
}

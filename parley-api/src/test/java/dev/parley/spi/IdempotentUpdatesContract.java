package dev.parley.spi;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.IdempotentUpdates.Write;
import dev.parley.spi.MemoryStore.Document;
import dev.parley.spi.MemoryStore.Kind;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The promise of every store of memory that is {@link IdempotentUpdates}. Its test extends this and
 * says how one is made; the names of the methods are the rules.
 */
public abstract class IdempotentUpdatesContract extends MemoryStoreContract {
  private static final Document PROJECT = new Document(WorkspaceId.DEFAULT, Kind.PROJECT, "");
  private static final Document BOBS = new Document(WorkspaceId.DEFAULT, Kind.AGENT, "bob");
  private static final int WRITERS = 16;

  private MemoryStore store;
  private IdempotentUpdates updates;

  @BeforeEach
  final void makeWithKeys() throws Exception {
    store = newStore(InstantSource.system());
    updates = (IdempotentUpdates) store;
  }

  @Test
  void update_ofTheSameUnderItsKey_changesNothing() {
    assertThat(add(PROJECT, write("alice", "k", "d1"), "one ")).isTrue();
    store.update(PROJECT, text -> text.orElse("") + "two ");
    assertThat(add(PROJECT, write("alice", "k", "d1"), "one ")).isFalse();
    assertThat(store.read(PROJECT)).contains("one two ");
  }

  @Test
  void update_ofSomethingElseUnderTheKey_isRefusedAndChangesNothing() {
    assertThat(add(BOBS, write("alice", "k", "d1"), "one")).isTrue();
    for (Document document : List.of(BOBS, PROJECT)) {
      Problem refused = refused(() -> add(document, write("alice", "k", "d2"), "two"));
      assertThat(refused.code()).isEqualTo(ProblemCode.KEY_REUSED);
      assertThat(refused.details())
          .containsEntry("idempotencyKey", "k")
          .containsEntry("what", "memory entry")
          .containsEntry("id", "bob");
    }
    assertThat(store.read(BOBS)).contains("one");
    assertThat(store.read(PROJECT)).isEmpty();
  }

  @Test
  void key_ofAnotherAgent_andInAnotherWorkspace_isAnother() {
    Document elsewhere = new Document(new WorkspaceId("other"), Kind.PROJECT, "");
    assertThat(add(PROJECT, write("alice", "k", "d1"), "a")).isTrue();
    assertThat(add(PROJECT, write("bob", "k", "d2"), "b")).isTrue();
    assertThat(add(PROJECT, write("alice", "K", "d3"), "c")).isTrue();
    assertThat(add(elsewhere, write("alice", "k", "d4"), "d")).isTrue();
    assertThat(store.read(PROJECT)).contains("abc");
  }

  @Test
  void update_thatIsRefused_leavesItsKeyUnused() {
    String long1 = "x".repeat(MemoryStore.MAX_DOCUMENT + 1);
    assertThat(refused(() -> add(PROJECT, write("alice", "k", "d1"), long1)).code())
        .isEqualTo(ProblemCode.INVALID_ARGUMENT);
    assertThat(add(PROJECT, write("alice", "k", "d2"), "short")).isTrue();
  }

  @Test
  void update_byManyAtOnceUnderOneKey_changesOnce() throws Exception {
    List<Boolean> changed =
        AtOnce.run(
            WRITERS,
            index -> {
              boolean first = add(BOBS, write("alice", "k", "d1"), "once ");
              store.update(BOBS, text -> text.orElse("") + "besides ");
              return first;
            });
    assertThat(changed).containsOnlyOnce(true);
    assertThat(store.read(BOBS).orElseThrow().split(" "))
        .hasSize(WRITERS + 1)
        .containsOnlyOnce("once");
  }

  private boolean add(Document document, Write write, String text) {
    return updates.update(document, write, before -> before.orElse("") + text);
  }

  private static Write write(String agent, String key, String digest) {
    return new Write(new AgentId(agent), new IdempotencyKey(key), digest, "memory entry");
  }
}

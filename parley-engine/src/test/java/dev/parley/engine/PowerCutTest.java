package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.persistence.Durability;
import dev.parley.engine.persistence.h2.RecordedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that a power cut can leave behind: what was forced to the disk, and of the writes after it
 * whatever the disk had reached, in any order. {@code -Dparley.powercut.seeds=10000} makes more of
 * them.
 */
class PowerCutTest {
  private static final int SEEDS = Integer.getInteger("parley.powercut.seeds", 60);

  @TempDir private Path directory;

  /** A disk keeps a write as a whole, or each of its blocks alone, or each of its sectors. */
  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, 4096, 512})
  void fsync_keepsWhatWasAcknowledged(int piece) throws Exception {
    RecordedFile file = newFile();
    assertKept(file, RecordedWriters.run(file, "r", "", Durability.FSYNC), piece);
  }

  /** The room of a dead chunk is written over only when no state on the disk refers to it. */
  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, 4096, 512})
  void fsync_whereRoomIsUsedAgain_keepsWhatWasAcknowledged(int piece) throws Exception {
    RecordedFile file = newFile();
    RecordedWriters run =
        RecordedWriters.runApart(file, "r", ";RETENTION_TIME=0", Durability.FSYNC);
    assertKept(file, run, piece);
  }

  private RecordedFile newFile() throws IOException {
    return RecordedFile.of(directory.resolve("recorded"), new byte[0]);
  }

  private void assertKept(RecordedFile file, RecordedWriters run, int piece) throws Exception {
    int first = run.firstSaidAfter();
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      int writes = first + random.nextInt(file.writes() - first);
      assertThat(run.saidAfter(writes))
          .as("acknowledged after %s of %s writes, seed %s", writes, file.writes(), seed)
          .isSubsetOf(found(file.afterPowerCut(writes, piece, random)));
    }
  }

  /** A database that was closed before is not damaged by a write as a whole that is missing. */
  @Test
  void commit_losesTheLastWrites_butOpens() throws Exception {
    RecordedFile before = RecordedFile.of(directory.resolve("before"), new byte[0]);
    RecordedWriters earlier = RecordedWriters.run(before, "e", "", Durability.COMMIT);
    Set<Said> old = earlier.saidAfter(before.writes());
    RecordedFile file =
        RecordedFile.of(directory.resolve("recorded"), before.after(before.writes()));
    RecordedWriters run = RecordedWriters.run(file, "r", "", Durability.COMMIT);
    Set<Said> said = run.saidAfter(run.lastSaidAfter());
    int lossy = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Set<Said> kept =
          found(file.afterPowerCut(run.lastSaidAfter(), Integer.MAX_VALUE, new Random(seed)));
      assertThat(kept).as("seed %s", seed).containsAll(old);
      lossy += kept.containsAll(said) ? 0 : 1;
    }
    assertThat(lossy).as("power cuts that lose acknowledged writes").isPositive();
  }

  private Set<Said> found(byte[] content) throws IOException, SQLException {
    return FileLook.lookAsParley(directory, content, FileLook::words);
  }
}

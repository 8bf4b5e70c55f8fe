package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.persistence.Durability;
import dev.parley.engine.persistence.h2.RecordedFile;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every file that a kill can leave behind: what was written is recorded, and the file is looked at
 * as it was after each write. {@link BoardCrashTest} kills a process, which meets one such file a
 * kill; a fault that needs a certain write to be the last shows here. {@code
 * -Dparley.crash.rounds=20 -Dparley.crash.looks=10000} looks at all of them.
 */
class KilledAtAnyWriteTest {
  private static final int ROUNDS = Integer.getInteger("parley.crash.rounds", 5);
  private static final int LOOKS = Integer.getInteger("parley.crash.looks", 40);
  private static final int FIRST_STARTS = 12;

  /** Room that is free is written to at once, as it is after three quarters of a minute. */
  private static final String ROOM_AT_ONCE = ";RETENTION_TIME=0";

  private final Random random = new Random();

  @Test
  void writers_killedAtAnyWrite_findWhatWasAcknowledged(
      @TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws Exception {
    byte[] file = {};
    Set<Said> kept = Set.of();
    for (int round = 0; round < ROUNDS; round++) {
      RecordedFile recorded = RecordedFile.of(directory.resolve("round-" + round), file);
      RecordedWriters run =
          RecordedWriters.run(
              recorded, "r" + round, round % 2 == 0 ? "" : ROOM_AT_ONCE, Durability.COMMIT);
      assertThat(versions(directory.resolve("version-" + round), recorded))
          .as("versions that are opened after each write of round %s", round)
          .isSorted();
      int first = run.firstSaidAfter();
      for (int writes : someOf(first, recorded.writes())) {
        Path look = directory.resolve("look-" + round + "-" + writes);
        assertThat(with(kept, run.saidAfter(writes)))
            .as("kept after %s of %s writes in round %s", writes, recorded.writes(), round)
            .isSubsetOf(FileLook.look(look, recorded.after(writes), FileLook::words));
      }
      int killedAfter = first + random.nextInt(recorded.writes() - first);
      file = recorded.after(killedAfter);
      kept = with(kept, run.saidAfter(killedAfter));
    }
  }

  private static Set<Said> with(Set<Said> before, Set<Said> said) {
    Set<Said> both = new HashSet<>(before);
    both.addAll(said);
    return both;
  }

  @Test
  void firstStart_killedAtAnyWrite_startsAgain(@TempDir Path directory) throws Exception {
    RecordedFile recorded = RecordedFile.of(directory.resolve("first"), new byte[0]);
    open(recorded.url()).close();
    List<Integer> kills =
        random.ints(FIRST_STARTS, 1, recorded.writes()).distinct().boxed().toList();
    for (int writes : kills) {
      Path again = directory.resolve("again-" + writes);
      try (Parley parley = open(RecordedFile.of(again, recorded.after(writes)).url())) {
        var tasks = parley.connect(ConnectOptions.of("ana")).sessions().current().tasks();
        var task = tasks.create(TaskDraft.titled("t").build());
        assertThat(tasks.list(TaskFilter.ALL))
            .as("after %s writes of %s", writes, recorded.writes())
            .containsExactly(task);
      }
    }
  }

  /** H2 makes a table anew where a column is added; a kill in between leaves none of its name. */
  @Test
  void firstStart_killedAtAnyWrite_keepsEveryTable(@TempDir Path directory) throws Exception {
    RecordedFile recorded = RecordedFile.of(directory.resolve("first"), new byte[0]);
    open(recorded.url()).close();
    Set<String> before = Set.of();
    for (int writes = 1; writes <= recorded.writes(); writes++) {
      Set<String> tables = tables(directory.resolve("look-" + writes), recorded, writes);
      assertThat(tables).as("after %s writes of %s", writes, recorded.writes()).containsAll(before);
      before = tables;
    }
    assertThat(before).contains("PARLEY_TASK", "PARLEY_READING");
  }

  private static Set<String> tables(Path name, RecordedFile recorded, int writes)
      throws IOException, SQLException {
    return FileLook.look(
        name,
        recorded.after(writes),
        connection -> {
          Set<String> found = new HashSet<>();
          try (ResultSet tables =
              connection.getMetaData().getTables(null, "PUBLIC", "PARLEY%", null)) {
            while (tables.next()) {
              found.add(tables.getString("TABLE_NAME"));
            }
          }
          return found;
        });
  }

  private int[] someOf(int first, int last) {
    return last - first < LOOKS
        ? IntStream.rangeClosed(first, last).toArray()
        : random.ints(LOOKS, first, last + 1).sorted().toArray();
  }

  private static Parley open(String url) {
    return BoardWriter.settings().database(url).build();
  }

  /** Returns the version that H2 opens after each write: a lower one than before is a loss. */
  private static List<Long> versions(Path name, RecordedFile recorded) throws IOException {
    Path file = Path.of(name + ".mv.db");
    List<Long> versions = new ArrayList<>();
    for (int writes = 1; writes <= recorded.writes(); writes++) {
      Files.write(file, recorded.after(writes));
      try (MVStore store = new MVStore.Builder().fileName(file.toString()).readOnly().open()) {
        versions.add(store.getCurrentVersion());
      }
    }
    Files.delete(file);
    return versions;
  }
}

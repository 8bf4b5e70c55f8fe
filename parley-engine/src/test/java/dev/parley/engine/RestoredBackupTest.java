package dev.parley.engine;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.DurableTopics;
import dev.parley.problem.PositionLost;
import dev.parley.problem.PositionLost.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a server is put back to a copy of yesterday's; readers have cursors of today. */
class RestoredBackupTest {
  private static final RoomName PLANNING = RoomName.of("planning");

  @TempDir private Path folder;
  @TempDir private Path backup;

  @Test
  void cursorOfWhatWasLost_isRefusedUntilItIsReadFromTheBeginning() throws IOException {
    post("m1", "m2", "m3");
    copy(folder, backup);
    Optional<Cursor> fourth = post("m4");
    Optional<Cursor> lost = post("m5", "m6");
    copy(backup, folder);
    try (Parley parley = start()) {
      DurableTopics bus = parley.connect(ConnectOptions.of("bob")).topics();
      assertThat(refused(() -> bus.fetchRecent(PLANNING, lost, 10)))
          .isEqualTo(new PositionLost("planning", Reason.PAST_THE_END));
      for (int n = 4; n <= 7; n++) {
        bus.post(PLANNING, Body.of("n" + n), Optional.empty());
        assertThat(refused(() -> bus.fetchRecent(PLANNING, lost, 10)).details())
            .containsEntry("reason", n < 6 ? "past_the_end" : "another_message")
            .containsEntry("since", "beginning");
        assertThat(refused(() -> bus.fetchRecent(PLANNING, fourth, 10)))
            .isEqualTo(new PositionLost("planning", Reason.ANOTHER_MESSAGE));
      }
      assertThat(texts(bus, Optional.of(Cursor.of("beginning"))))
          .containsExactly("m1", "m2", "m3", "n4", "n5", "n6", "n7");
    }
  }

  private Optional<Cursor> post(String... texts) {
    try (Parley parley = start()) {
      DurableTopics bus = parley.connect(ConnectOptions.of("alice")).topics();
      for (String text : texts) {
        bus.post(PLANNING, Body.of(text), Optional.empty());
      }
      return Optional.of(bus.fetchRecent(PLANNING, Optional.empty(), 10).next());
    }
  }

  private static List<String> texts(DurableTopics bus, Optional<Cursor> since) {
    return bus.fetchRecent(PLANNING, since, 10).messages().stream()
        .map(stored -> stored.message().text())
        .toList();
  }

  private Parley start() {
    return ParleyBuilder.builder().data(folder).rateLimit(RateLimit.OFF).build();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}

package dev.parley.war.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.problem.BackupRunning;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.war.settings.DataFolder;
import dev.parley.war.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** There is one backup at a time, and no file of it is left. */
class BackupStageTest {
  @TempDir private Path folder;
  private BackupStage stage;

  @BeforeEach
  void makeStage() {
    stage = BackupStage.in(DataFolder.of(Settings.of(Map.of("parley.data", folder.toString()))));
  }

  private static void write(Path file) {
    try {
      Files.writeString(file, "x".repeat(200_000));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void isClean() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void backup_isSentWhole_andRemoved() throws IOException {
    for (int i = 0; i < 3; i++) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      StagedBackup made = stage.make(BackupStageTest::write);
      assertThat(made.length()).isEqualTo(200_000);
      made.write(out);
      assertThat(out.toString(UTF_8)).isEqualTo("x".repeat(200_000));
      assertThatThrownBy(() -> made.write(out)).isInstanceOf(IOException.class);
      isClean();
    }
  }

  @Test
  void second_isRefusedUntilTheFirstIsSent() throws IOException {
    StagedBackup first = stage.make(BackupStageTest::write);
    assertThatThrownBy(() -> stage.make(BackupStageTest::write))
        .isInstanceOfSatisfying(
            ParleyException.class,
            refusal -> assertThat(refusal.problem()).isInstanceOf(BackupRunning.class));
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException("the client left");
          }
        };
    assertThatThrownBy(() -> first.write(broken)).hasMessage("the client left");
    isClean();
    stage.make(BackupStageTest::write).close();
    isClean();
  }

  @Test
  void writerThatFails_leavesTheStageFree() throws IOException {
    ParleyException refusal = InvalidArgument.refusal("storage", "it has tools of its own");
    assertThatThrownBy(
            () ->
                stage.make(
                    file -> {
                      throw refusal;
                    }))
        .isSameAs(refusal);
    stage.make(BackupStageTest::write).close();
    isClean();
  }

  @Test
  void answerThatNeverBegan_isForgotten() throws Exception {
    StagedBackup first = stage.make(BackupStageTest::write);
    assertThat(first.isForgotten(Long.MAX_VALUE)).isFalse();
    assertThat(first.isForgotten(-1)).isTrue();
    first.close();
    assertThat(first.isForgotten(-1)).isFalse();
  }

  @Test
  void fileOfAKilledServer_isRemovedByTheNextBackup() throws IOException {
    Files.writeString(folder.resolve("parley-backup-1.staged"), "left");
    stage.make(BackupStageTest::write).close();
    isClean();
  }
}

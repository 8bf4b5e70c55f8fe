package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartFolderTest {
  @TempDir Path home;
  private StartFolder folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = StartFolder.of(Map.of("XDG_RUNTIME_DIR", home.toString()), 7539);
  }

  private StartFolder.Started noted(String text, Instant when) throws IOException {
    Files.writeString(folder.process(), text);
    Files.setLastModifiedTime(folder.process(), FileTime.from(when));
    return folder.last();
  }

  @Test
  void last_nothingOrRubbish_isNone() throws IOException {
    assertThat(folder.last()).isNull();
    assertThat(noted("", Instant.now())).isNull();
    assertThat(noted("rubbish", Instant.now())).isNull();
  }

  @Test
  void process_isAlive_unlessAnotherHasItsNumber() throws IOException {
    String pid = Long.toString(ProcessHandle.current().pid());
    Instant began = ProcessHandle.current().info().startInstant().orElse(Instant.now());
    assertThat(noted(pid + "\n", began).isAlive()).isTrue();
    assertThat(noted(pid, began.plus(Duration.ofSeconds(60))).isAlive()).isTrue();
    assertThat(noted(pid, began.minus(Duration.ofHours(1))).isAlive())
        .as("written before the process of this number began")
        .isFalse();
    assertThat(noted(pid, began.plus(Duration.ofHours(1))).isAlive())
        .as("written long after it began")
        .isFalse();
    assertThat(noted("4194999", Instant.now()).isAlive()).isFalse();
  }

  @Test
  void server_thatAnswered_isNotedAsUp() throws IOException {
    StartFolder.Started server = noted("42", Instant.now());
    assertThat(server.isUp()).isFalse();
    folder.noteUp(server);
    assertThat(folder.last().isUp()).isTrue();
    assertThat(folder.last().pid()).isEqualTo(42);
  }

  @Test
  void lock_isOnesAlone_untilItIsClosed() throws IOException {
    try (StartFolder.Lock second = folder.lock()) {
      try (StartFolder.Lock first = folder.lock()) {
        assertThat(first.take()).isTrue();
        assertThat(first.take()).isTrue();
        assertThat(second.take()).isFalse();
      }
      assertThat(second.take()).isTrue();
    }
  }

  @Test
  void lastLine_isOfTheNewPartOfTheLog_andASentenceLong() throws IOException {
    assertThat(folder.lastLine(0)).isEmpty();
    Files.writeString(folder.log(), "parley: old\n");
    long before = folder.logged();
    assertThat(folder.lastLine(0)).isEqualTo("old");
    assertThat(folder.lastLine(before)).isEmpty();
    Files.writeString(folder.log(), "parley: old\nfirst\nparley: the reason\n\n");
    assertThat(folder.lastLine(before)).isEqualTo("the reason");
    Files.writeString(folder.log(), "x".repeat(300));
    assertThat(folder.lastLine(0)).isEqualTo("x".repeat(300));
    Files.writeString(folder.log(), "x".repeat(100_000));
    assertThat(folder.lastLine(0)).isEqualTo("x".repeat(300).concat("..."));
  }
}

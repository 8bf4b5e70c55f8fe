package dev.parley.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundedLogTest {
  private static final int BOUND = 100;

  @TempDir Path folder;

  private BoundedLog open() throws IOException {
    return new BoundedLog(folder.resolve("log"), BOUND);
  }

  private static byte[] text(char letter, int length) {
    return String.valueOf(letter).repeat(length).getBytes(UTF_8);
  }

  @Test
  void log_atTheBoundIsOneFile_andOneBytePastItGoesOnInAnother() throws IOException {
    try (BoundedLog log = open()) {
      log.write(text('a', 60));
      log.write(text('b', 40));
      assertThat(folder.resolve("log.1")).doesNotExist();
      log.write('c');
    }
    assertThat(folder.resolve("log")).hasContent("c");
    assertThat(folder.resolve("log.1")).hasSize(BOUND);
    try (BoundedLog log = open()) {
      log.write(text('d', 100));
      log.write(text('e', 100));
      log.write(text('f', 1_000));
    }
    assertThat(folder.resolve("log")).hasContent("f".repeat(BOUND));
    assertThat(folder.resolve("log.1")).hasContent("e".repeat(BOUND));
    assertThat(folder.toFile().list()).hasSize(2);
  }

  @Test
  void log_ofAnEarlierServer_isGoneOnWith() throws IOException {
    Files.writeString(folder.resolve("log"), "before\n");
    try (BoundedLog log = open()) {
      log.write("after\n".getBytes(UTF_8));
    }
    assertThat(folder.resolve("log")).hasContent("before\nafter");
  }

  @Test
  void log_isForItsUserAlone() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"), "no users");
    try (BoundedLog log = open()) {
      log.write(text('a', BOUND));
      log.write(text('b', 1));
    }
    for (String name : new String[] {"log", "log.1"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
          .isEqualTo("rw-------");
    }
  }
}

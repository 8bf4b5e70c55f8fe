package dev.parley.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedClassesTest {
  @TempDir Path home;
  private SharedClasses classes;

  @BeforeEach
  void find() {
    classes = SharedClasses.in(home);
  }

  /** Writes the file that the flags name. */
  private static boolean write(List<String> flags) throws IOException {
    Path made = Path.of(flags.get(0).substring(flags.get(0).indexOf('=') + 1));
    Files.writeString(made, "classes");
    return true;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(home)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private String own() {
    return Path.of(classes.toString()).getFileName().toString();
  }

  @Test
  void make_afterAProcessThatWasStopped_beginsInAnEmptyFolder() throws Exception {
    Files.writeString(Files.createDirectory(home.resolve("training")).resolve("half"), "made");
    boolean isMade =
        classes.make(
            (folder, flags, rounds) -> {
              assertThat(folder).isEqualTo(home.resolve("training")).isEmptyDirectory();
              return write(flags);
            });
    assertThat(isMade).isTrue();
    assertThat(names()).containsExactly(own(), "training.lock");
    assertThat(classes.areThere()).isTrue();
  }

  @Test
  void make_thatFails_leavesNothing() throws Exception {
    assertThat(classes.make((folder, flags, rounds) -> !write(flags))).isFalse();
    assertThat(names()).containsExactly("training.lock");
    assertThatThrownBy(
            () ->
                classes.make(
                    (folder, flags, rounds) -> {
                      write(flags);
                      throw new IOException("full");
                    }))
        .hasMessage("full");
    assertThat(names()).containsExactly("training.lock");
  }

  @Test
  void make_whileAnotherOneIsAboutIt_doesNothing() throws Exception {
    boolean isMade =
        classes.make(
            (folder, flags, rounds) -> {
              assertThat(SharedClasses.in(home).make((none, no, never) -> write(flags))).isFalse();
              return write(flags);
            });
    assertThat(isMade).isTrue();
  }

  @Test
  void file_isReadableByAllUsers() throws Exception {
    assumeTrue(home.getFileSystem().supportedFileAttributeViews().contains("posix"), "no users");
    Path file = Path.of(classes.toString());
    classes.make(
        (folder, flags, rounds) -> {
          write(flags);
          Path made = folder.resolve(file.getFileName());
          Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
          return true;
        });
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r--r--");
  }
}

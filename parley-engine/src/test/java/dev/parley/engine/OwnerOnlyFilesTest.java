package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.id.AgentId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Parley makes on disk is for the user who runs it alone. */
class OwnerOnlyFilesTest {
  @TempDir private Path folder;

  @BeforeEach
  void needPermissions() {
    assumeTrue(
        folder.getFileSystem().supportedFileAttributeViews().contains("posix"),
        "this file system has no permissions");
  }

  @Test
  void everythingMade_isForTheOwnerAlone() throws IOException {
    Path data = folder.resolve("new").resolve("data");
    try (Parley parley = ParleyBuilder.builder().data(data).home(data.resolve("home")).build()) {
      parley.connect(ConnectOptions.of("ana")).memory().append(new AgentId("ana"), "a secret");
      Map<String, String> modes = modes(folder);
      assertThat(modes.keySet()).anyMatch(name -> name.endsWith("parley.mv.db"));
      assertThat(modes.keySet()).anyMatch(name -> name.endsWith(".md"));
      assertThat(modes).allSatisfy((name, mode) -> assertThat(mode).isIn("rwx------", "rw-------"));
    }
  }

  @Test
  void file_thatAnEarlierVersionMade_isTakenFromOthersAndTheFolderIsLeft() throws IOException {
    ParleyBuilder.builder().data(folder).build().close();
    Path file = folder.resolve("parley.mv.db");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (Parley parley = ParleyBuilder.builder().data(folder).build()) {
      assertThat(parley.health().storageReachable()).isTrue();
      assertThat(mode(file)).isEqualTo("rw-------");
      assertThat(mode(folder)).isEqualTo("rwxr-xr-x");
    }
  }

  private static Map<String, String> modes(Path root) throws IOException {
    Map<String, String> modes = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : (Iterable<Path>) all.filter(one -> !one.equals(root))::iterator) {
        modes.put(path.toString(), mode(path));
      }
    }
    return modes;
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}

package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TempFolderTest {
  private static final String NOBODY = "4999999";

  @TempDir private Path cache;

  @Test
  void two_areNotTheSame() throws IOException {
    Path webapp = Files.createDirectory(cache.resolve("webapp"));
    Path one = TempFolder.beside(webapp);
    Path other = TempFolder.beside(webapp);
    assertThat(one).isNotEqualTo(other).isDirectory().hasParent(cache);
    assertThat(other).isDirectory();
    if (cache.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void thatOfAProcessThatIsGone_isRemovedAfterADay() throws IOException {
    Path webapp = Files.createDirectory(cache.resolve("webapp"));
    Path old = left("temp-" + NOBODY + "-1", Duration.ofDays(2));
    Path young = left("temp-" + NOBODY + "-2", Duration.ofHours(2));
    Path running = left("temp-" + ProcessHandle.current().pid() + "-3", Duration.ofDays(2));
    assertThat(TempFolder.beside(webapp)).isDirectory();
    assertThat(old).doesNotExist();
    assertThat(young).exists();
    assertThat(running).exists();
  }

  @Test
  void whereNothingCanBeWrittenBesideTheApplication_isAFolderForTemporaryFiles()
      throws IOException {
    Path made = TempFolder.beside(cache.resolve("absent").resolve("webapp"));
    assertThat(made).isDirectory().hasParent(Path.of(System.getProperty("java.io.tmpdir")));
    Files.delete(made);
  }

  private Path left(String name, Duration age) throws IOException {
    Path folder = Files.createDirectory(cache.resolve(name));
    Files.writeString(folder.resolve("jetty"), "x");
    Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(age)));
    return folder;
  }
}

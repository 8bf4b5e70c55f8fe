package dev.parley.engine.persistence.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.engine.Logged;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.persistence.DatabaseUnusable;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFileTest {
  @TempDir private Path folder;

  @Test
  void folder_thatIsAFile_isRefusedWithTheRemedy() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertThatThrownBy(() -> ParleyBuilder.builder().data(file).build())
        .isInstanceOf(DatabaseUnusable.class)
        .hasMessageContainingAll(file.toString(), "a file, not a folder", "--data");
  }

  @Test
  void folder_thatCannotBeMade_isRefusedWithTheRemedy() throws IOException {
    Path below = Files.writeString(folder.resolve("file"), "x").resolve("data");
    assertThatThrownBy(() -> ParleyBuilder.builder().data(below).build())
        .isInstanceOf(DatabaseUnusable.class)
        .hasMessageContainingAll(below.toString(), "cannot be made", "--data");
  }

  @Test
  void folder_thatCannotBeWrittenTo_isRefusedWithTheRemedy() throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    ParleyBuilder.builder().data(data).build().close();
    refuses(data, "r-x------", data, "may not write there");
  }

  @Test
  void file_thatCannotBeWrittenTo_isRefusedWithTheRemedy() throws IOException {
    ParleyBuilder.builder().data(folder).build().close();
    refuses(folder.resolve("parley.mv.db"), "r--------", folder, "may not write there");
  }

  @Test
  void folder_belowOneThatCannotBeWrittenTo_isRefusedWithTheRemedy() throws IOException {
    refuses(folder, "r-x------", folder.resolve("data"), "cannot be made (permission denied)");
  }

  /** The image of the JDK's modules is read-only for every user, for root too. */
  @Test
  void folder_thatNoUserMayWriteTo_isRefusedWithTheRemedy() {
    Path image = Path.of(URI.create("jrt:/java.base"));
    assertThatThrownBy(() -> DataFile.check(image))
        .isInstanceOf(DatabaseUnusable.class)
        .hasMessageContainingAll(image.toString(), "may not write there", "--data");
  }

  @Test
  void reason_ofAFolderThatCannotBeMade_isThatOfTheFileSystem() {
    assertThat(DataFile.reason(new AccessDeniedException("/data"))).isEqualTo("permission denied");
    assertThat(DataFile.reason(new FileSystemException("/data", null, "Read-only file system")))
        .isEqualTo("Read-only file system");
    assertThat(DataFile.reason(new NoSuchFileException("/data")))
        .isEqualTo("no folder can be made there");
    assertThat(DataFile.reason(new IOException("of no file")))
        .isEqualTo("no folder can be made there");
  }

  /** While {@code shut} has the given permissions. */
  private static void refuses(Path shut, String permissions, Path data, String words)
      throws IOException {
    Files.setPosixFilePermissions(shut, PosixFilePermissions.fromString(permissions));
    try {
      assumeTrue(!Files.isWritable(shut), "this user may write everywhere");
      assertThatThrownBy(() -> ParleyBuilder.builder().data(data).build())
          .isInstanceOf(DatabaseUnusable.class)
          .hasMessageContainingAll(data.toString(), words, "--data");
    } finally {
      Files.setPosixFilePermissions(shut, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void file_thatWasCut_isSaidInTheLog() throws IOException {
    Path file = folder.resolve("parley.mv.db");
    ParleyBuilder.builder().data(folder).build().close();
    Logged log = new Logged(DataFile.class.getName());
    try {
      DataFile.check(folder);
      assertThat(log.lines()).isEmpty();
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(2L * FileChunk.BLOCK + 1); // the headers alone, and no chunk
      }
      DataFile.check(folder);
      assertThat(log.lines()).singleElement().asString().contains("was cut", "backup");
    } finally {
      log.close();
    }
  }
}

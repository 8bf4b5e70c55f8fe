package dev.parley.engine.persistence.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.engine.Logged;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.persistence.DatabaseUnusable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
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
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("r-x------"));
    try {
      assumeTrue(!Files.isWritable(data), "this user may write everywhere");
      assertThatThrownBy(() -> ParleyBuilder.builder().data(data).build())
          .isInstanceOf(DatabaseUnusable.class)
          .hasMessageContainingAll(data.toString(), "may not write there", "--data");
    } finally {
      Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
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
        channel.truncate(channel.size() * 6 / 10);
      }
      DataFile.check(folder);
      assertThat(log.lines()).singleElement().asString().contains("was cut", "backup");
    } finally {
      log.close();
    }
  }
}

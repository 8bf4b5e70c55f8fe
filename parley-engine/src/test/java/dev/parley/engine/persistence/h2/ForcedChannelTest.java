package dev.parley.engine.persistence.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.parley.engine.persistence.Durability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.h2.store.fs.FilePath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForcedChannelTest {
  private static final int LENGTH = 100;

  @TempDir private Path directory;
  private final List<String> steps = new ArrayList<>();

  @BeforeEach
  void registerPaths() {
    assertThat(H2File.url(directory)).contains(LastChunkPath.SCHEME);
  }

  private FileChannel open(int length) throws IOException {
    Path path = directory.resolve("file");
    Files.write(path, new byte[length]);
    return new ForcedChannel(
        FilePath.get(path.toString()).open("rw"),
        (file, metadata) -> {
          file.force(metadata);
          steps.add("force");
        });
  }

  private void write(FileChannel file, int position) throws IOException {
    assertThat(file.write(ByteBuffer.wrap(new byte[LENGTH]), position)).isEqualTo(LENGTH);
    steps.add("write " + position);
  }

  @Test
  void writes_atTheEnd_forceNothing() throws IOException {
    try (FileChannel file = open(0)) {
      write(file, 0);
      write(file, LENGTH);
      write(file, 0);
    }
    assertThat(steps).containsExactly("write 0", "write 100", "write 0");
  }

  @Test
  void write_overForcedBytes_forcesTheWritesBeforeIt() throws IOException {
    try (FileChannel file = open(0)) {
      write(file, 0);
      write(file, LENGTH);
      file.force(true);
      write(file, 2 * LENGTH);
      write(file, 0);
      write(file, 2 * LENGTH);
    }
    assertThat(steps)
        .containsExactly(
            "write 0", "write 100", "force", "write 200", "force", "write 0", "force", "write 200");
  }

  @Test
  void write_overForcedBytesWithNothingUnforced_forcesNothing() throws IOException {
    try (FileChannel file = open(0)) {
      write(file, 0);
      file.force(true);
      write(file, 0);
      file.force(true);
      file.force(true);
    }
    assertThat(steps).containsExactly("write 0", "force", "write 0", "force");
  }

  /** A process that was killed may have left writes that no sync covered. */
  @Test
  void firstWrite_overBytesOfAnEarlierProcess_forcesThem() throws IOException {
    try (FileChannel file = open(2 * LENGTH)) {
      write(file, 2 * LENGTH);
      write(file, 0);
    }
    assertThat(steps).containsExactly("write 200", "force", "write 0");
  }

  @Test
  void truncate_forcesTheWritesBeforeIt() throws IOException {
    try (FileChannel file = open(2 * LENGTH)) {
      file.force(true);
      write(file, 2 * LENGTH);
      assertThat(file.truncate(LENGTH).size()).isEqualTo(LENGTH);
      write(file, LENGTH);
    }
    assertThat(steps).containsExactly("force", "write 200", "force", "write 100");
  }

  /** An operating system may report success after it has dropped what it failed to write. */
  @Test
  void failedSync_failsThoseOfTheReopenedFile() throws IOException {
    RecordedFile recorded = RecordedFile.of(directory.resolve("failing"), new byte[0]);
    String name = recorded.url().replaceFirst(".*" + LastChunkPath.SCHEME + ":", "");
    FilePath path = FilePath.get(ForcedPath.SCHEME + ":" + name.replaceFirst(";.*", "") + ".mv.db");
    try (FileChannel file = path.open("rw")) {
      write(file, 0);
      recorded.failToForce();
      assertThatIOException().isThrownBy(() -> file.force(true));
    }
    try (FileChannel again = path.open("rw")) {
      assertThatIOException().isThrownBy(() -> again.force(true)).withMessageContaining("earlier");
    }
  }

  @Test
  void url_ofCommitsThatAreNotForced_hasNoForcedPath() {
    String url = H2File.url(directory);
    assertThat(url).doesNotContain(ForcedPath.SCHEME);
    assertThat(H2File.forced(url)).contains(LastChunkPath.SCHEME + ":" + ForcedPath.SCHEME + ":");
    assertThat(H2File.forced("jdbc:h2:file:a")).isEqualTo("jdbc:h2:file:a");
  }

  @Test
  void fileOfForcedCommits_isForItsOwner() throws Exception {
    FileStorage storage =
        new FileStorage(H2File.url(directory), InstantSource.system(), Durability.FSYNC);
    try (Connection connection = storage.getConnection()) {
      assertThat(connection.isValid(1)).isTrue();
      assertThat(Files.getPosixFilePermissions(directory.resolve("parley.mv.db")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(Path.of("retry:")).doesNotExist();
    }
    storage.close();
  }
}

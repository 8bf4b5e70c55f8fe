package dev.parley.engine.persistence.offline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.SchemaState;
import dev.parley.engine.persistence.h2.FileStorage;
import dev.parley.engine.persistence.h2.H2File;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.Refusals;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A backup has what was acknowledged before it began, and is restored as a whole or not at all. */
class FileBackupsTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private Path restored() {
    return folder.resolve("restored");
  }

  private Path zip() {
    return folder.resolve("backup.zip");
  }

  private static Parley start(Path data) {
    return ParleyBuilder.builder().data(data).rateLimit(RateLimit.OFF).build();
  }

  private void backupOf(String... texts) {
    try (Parley parley = start(data())) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      for (String text : texts) {
        alice.topics().post(PLANNING, Body.of(text), Optional.empty());
      }
      parley.backup(zip());
    }
  }

  private static List<String> texts(Path data) {
    try (Parley parley = start(data)) {
      Connection bob = parley.connect(ConnectOptions.of("bob"));
      List<String> texts = new ArrayList<>();
      long last = 0;
      List<Message> page;
      do {
        page = bob.topics().readAfter(PLANNING, last, 100);
        for (Message message : page) {
          texts.add(message.text());
          last = message.seq();
        }
      } while (!page.isEmpty());
      return texts;
    }
  }

  @Test
  void backup_underPosts_hasWhatWasAcknowledgedBefore_andNoGap() throws Exception {
    int writers = 3;
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicBoolean ends = new AtomicBoolean();
    List<Path> zips = new ArrayList<>();
    List<Integer> before = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try (Parley parley = start(data())) {
      List<Future<Void>> writing = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        Connection writer = parley.connect(ConnectOptions.of("writer-" + i));
        Callable<Void> posts =
            () -> {
              while (!ends.get()) {
                writer.topics().post(PLANNING, Body.of("x".repeat(2_000)), Optional.empty());
                acknowledged.incrementAndGet();
              }
              return null;
            };
        writing.add(threads.submit(posts));
      }
      for (int i = 0; i < 4; i++) {
        int target = (i + 1) * 150;
        while (acknowledged.get() < target) {
          Thread.onSpinWait();
        }
        before.add(acknowledged.get());
        Path zip = folder.resolve("backup-" + i + ".zip");
        parley.backup(zip);
        zips.add(zip);
      }
      ends.set(true);
      for (Future<Void> one : writing) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
    for (int i = 0; i < zips.size(); i++) {
      Path copy = folder.resolve("restored-" + i);
      assertThat(RestoredFolder.of(zips.get(i), copy).schema()).isEqualTo(SchemaState.NEWEST);
      try (Parley parley = start(copy)) {
        Connection bob = parley.connect(ConnectOptions.of("bob"));
        List<Long> seqs = new ArrayList<>();
        List<Message> page = bob.topics().readAfter(PLANNING, 0, 100);
        while (!page.isEmpty()) {
          page.forEach(message -> seqs.add(message.seq()));
          page = bob.topics().readAfter(PLANNING, seqs.get(seqs.size() - 1), 100);
        }
        assertThat(seqs.size()).isGreaterThanOrEqualTo(before.get(i));
        assertThat(seqs.get(seqs.size() - 1)).isEqualTo(seqs.size());
      }
    }
  }

  @Test
  void restored_isWhatWasThere_andItsOwnersAlone() throws IOException {
    backupOf("one", "two");
    assertThat(Files.getPosixFilePermissions(zip()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    RestoredFolder.of(zip(), restored());
    try (Stream<Path> files = Files.list(restored())) {
      assertThat(files.map(file -> file.getFileName().toString())).containsExactly("parley.mv.db");
    }
    assertThat(Files.getPosixFilePermissions(restored()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Files.getPosixFilePermissions(restored().resolve("parley.mv.db")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(texts(restored())).containsExactly("one", "two");
    assertThat(texts(data())).containsExactly("one", "two");
  }

  @Test
  void folderThatIsNotEmpty_isRefusedAndLeftAsItIs() throws IOException {
    backupOf("one");
    Files.createDirectories(restored());
    Files.writeString(restored().resolve("notes.txt"), "mine");
    assertThatThrownBy(() -> RestoredFolder.of(zip(), restored()))
        .isInstanceOf(TransferRefused.class)
        .hasMessageContaining("is not empty: it has notes.txt");
    assertThatThrownBy(() -> RestoredFolder.of(zip(), restored().resolve("notes.txt")))
        .isInstanceOf(TransferRefused.class)
        .hasMessageContaining("is a file, not a folder");
    try (Stream<Path> files = Files.list(restored())) {
      assertThat(files).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "format=2\\nschema=22\\nmadeAt=2026-01-02T03:04:05Z, a later Parley made it",
    "format=1\\nschema=9999\\nmadeAt=2026-01-02T03:04:05Z, a later Parley made it",
    "format=1\\nschema=9999.1\\nmadeAt=2026-01-02T03:04:05Z, a later Parley made it",
    "format=1\\nschema=21\\nmadeAt=2026-01-02T03:04:05Z, its manifest says 21",
    "format=1\\nschema=22\\nmadeAt=yesterday, is damaged",
    "format=1\\nschema=new\\nmadeAt=2026-01-02T03:04:05Z, is damaged",
    "nothing, is damaged"
  })
  void manifest_thatDoesNotFit_isRefused(String manifest, String expected) throws IOException {
    backupOf("one");
    try (FileSystem inside = FileSystems.newFileSystem(zip())) {
      Files.writeString(inside.getPath(BackupManifest.NAME), manifest.replace("\\n", "\n"));
    }
    refusedWithoutATrace(expected);
  }

  @Test
  void zipOfSomethingElse_isRefused() throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip()))) {
      out.putNextEntry(new ZipEntry("letter.txt"));
      out.write("dear".getBytes(UTF_8));
      out.closeEntry();
    }
    refusedWithoutATrace("is no backup of Parley: it has no parley-backup.properties");
    Files.writeString(zip(), "no zip");
    refusedWithoutATrace("is damaged, or no zip at all");
    Files.delete(zip());
    refusedWithoutATrace("there is no file");
  }

  /** Every tenth of the zip is cut off, and a byte in every tenth is changed. */
  @Test
  void damagedZip_isRefused() throws IOException {
    backupOf("one", "two");
    byte[] whole = Files.readAllBytes(zip());
    for (int tenth = 0; tenth < 10; tenth++) {
      Files.write(zip(), Arrays.copyOf(whole, whole.length * tenth / 10 + 1));
      refusedWithoutATrace(tenth + " tenths are there", "is damaged");
      byte[] changed = whole.clone();
      changed[whole.length * tenth / 10 + 60] ^= 0x55;
      Files.write(zip(), changed);
      refusedWithoutATrace("a byte after " + tenth + " tenths", "");
    }
    Files.write(zip(), Arrays.copyOf(whole, whole.length - 1));
    refusedWithoutATrace("the last byte is missing", "is damaged");
  }

  private void refusedWithoutATrace(String expected) {
    refusedWithoutATrace(expected, expected);
  }

  private void refusedWithoutATrace(String what, String expected) {
    assertThatThrownBy(() -> RestoredFolder.of(zip(), restored()))
        .as(what)
        .isInstanceOf(TransferRefused.class)
        .hasMessageContaining(expected);
    assertThat(restored()).as(what).doesNotExist();
  }

  @Test
  void secondBackupMeanwhile_isRefused_andTheFirstGoesOn() throws Exception {
    backupOf("one");
    Files.delete(zip());
    String url = H2File.checkedUrl(data());
    AtomicBoolean isFirst = new AtomicBoolean(true);
    AtomicBoolean second = new AtomicBoolean(true);
    try (FileStorage storage = new FileStorage(url, InstantSource.system());
        ZipOutputStream zip =
            new ZipOutputStream(
                new OutputStream() {
                  @Override
                  public void write(int one) {
                    if (isFirst.getAndSet(false)) {
                      second.set(copied(storage));
                    }
                  }
                })) {
      assertThat(storage.copyTo(zip)).isTrue();
      zip.finish();
    }
    assertThat(second).isFalse();
  }

  private static boolean copied(FileStorage storage) {
    try {
      return storage.copyTo(new ZipOutputStream(OutputStream.nullOutputStream()));
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void fileThatIsThere_isNotReplaced() throws IOException {
    backupOf("one");
    byte[] first = Files.readAllBytes(zip());
    try (Parley parley = start(data())) {
      assertThat(Refusals.refused(() -> parley.backup(zip())))
          .isInstanceOf(InvalidArgument.class)
          .satisfies(refused -> assertThat(refused.message()).contains("backup.zip failed"));
    }
    assertThat(Files.readAllBytes(zip())).isEqualTo(first);
  }

  @Test
  void writeThatFails_leavesNoFile_andTheNextBackupIsMade() throws IOException {
    backupOf("one");
    Files.delete(zip());
    String url = H2File.checkedUrl(data());
    try (FileStorage storage = new FileStorage(url, InstantSource.system())) {
      OutputStream full =
          new OutputStream() {
            @Override
            public void write(int one) throws IOException {
              throw new IOException("No space left on device");
            }
          };
      assertThatThrownBy(() -> storage.copyTo(new ZipOutputStream(full)))
          .isInstanceOf(IOException.class);
      assertThat(BackupArchive.write(storage, SchemaState.NEWEST, zip(), NOW)).isTrue();
    }
    assertThat(BackupArchive.manifest(zip()))
        .isEqualTo(new BackupManifest(SchemaState.NEWEST, NOW));
  }

  @Test
  void databaseOfAnotherProgram_isRefusedWithItsTool() {
    try (HikariDataSource source = Store.POSTGRESQL.newMigratedDatabase();
        Parley parley = ParleyBuilder.builder().database(source).build()) {
      assertThat(Refusals.refused(() -> parley.backup(zip())).message())
          .contains("PostgreSQL", "pg_dump");
    }
    assertThat(zip()).doesNotExist();
  }

  @Test
  void folderInUse_isRefused_andOneThatIsNot_isCopied() throws IOException {
    Parley parley = start(data());
    try (parley) {
      assertThat(OfflineDatabase.has(data())).isTrue();
    }
    try (OfflineDatabase database = OfflineDatabase.inFolder(data())) {
      database.backup(zip(), InstantSource.fixed(NOW));
    }
    RestoredFolder.of(zip(), restored());
    assertThat(OfflineDatabase.has(restored())).isTrue();
    assertThatThrownBy(() -> OfflineDatabase.inFolder(folder.resolve("none")))
        .isInstanceOf(TransferRefused.class)
        .hasMessageContaining("there is no database in");
    assertThat(folder.resolve("none")).doesNotExist();
  }
}

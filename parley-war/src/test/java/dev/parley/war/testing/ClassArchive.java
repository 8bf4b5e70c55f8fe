package dev.parley.war.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An archive of the classes that a server loads, for class data sharing of the JVM. It saves a
 * server a quarter of the CPU time of its start. It is made once for each build of the WAR, by the
 * first test that starts a process; the JVM ignores one that does not fit.
 */
final class ClassArchive {
  private static @Nullable List<String> flags;

  private ClassArchive() {}

  /** Returns the flags of the JVM that use it; none where no other flags save time either. */
  static synchronized List<String> flags() {
    if (flags == null) {
      flags = WarCommand.flags().isEmpty() ? List.of() : flags(made());
    }
    return flags;
  }

  private static List<String> flags(Path archive) {
    return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=error");
  }

  /** Returns the file, which one of several test processes makes. */
  private static Path made() {
    Path war = WarCommand.war();
    Path archive = war.resolveSibling("classes.jsa");
    try (FileChannel channel =
        FileChannel.open(
            war.resolveSibling("classes.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      FileLock lock = channel.lock();
      if (!Files.exists(archive)
          || Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(war)) < 0) {
        make(archive);
      }
      lock.release();
      return archive;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void make(Path archive) throws IOException {
    Path made = archive.resolveSibling("classes-made.jsa");
    Files.deleteIfExists(made);
    List<String> jvm = new ArrayList<>(WarCommand.flags());
    jvm.add("-XX:ArchiveClassesAtExit=" + made);
    flags = List.of(); // the server that makes it starts without it
    try (RunningServer server = RunningServer.launch().jvm(jvm.toArray(String[]::new)).start()) {
      server.client().tool("list_rooms").accepted();
      server.sigterm();
    }
    Files.move(made, archive, StandardCopyOption.REPLACE_EXISTING);
  }
}

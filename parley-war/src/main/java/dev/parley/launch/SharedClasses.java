package dev.parley.launch;

import dev.parley.bridge.CacheFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The server's classes in the form that the JVM keeps in memory: loaded and verified once, and
 * mapped at each start. JDK 17 has an archive for class data sharing (JEP 350). JDK 25 has a cache
 * that also keeps linked classes and profiles of methods (JEP 483, 514, 515). A file fits one JVM
 * and one version of Parley; the JVM does without one that does not fit.
 */
final class SharedClasses {
  /** True where the file has profiles of methods, which the optimizing compiler uses at once. */
  private static final boolean HAVE_PROFILES = Runtime.version().feature() >= 25;

  /** So many calls of each kind meet all classes. */
  private static final int ROUNDS = 5;

  /** So many calls of each kind make profiles of the methods behind them. */
  private static final int ROUNDS_WITH_PROFILES = 300;

  /** A folder of the home, for the one process at a time that makes a file in it. */
  private static final String TRAINING = "training";

  private final Path file;

  /** The beginning of the names of the files of this Java, of all its versions. */
  private final String sameJava;

  private SharedClasses(Path home, String sameJava, String name) {
    this.file = home.resolve(name);
    this.sameJava = sameJava;
  }

  /** Returns the file of this JVM for the server in {@code home}. */
  static SharedClasses in(Path home) {
    CRC32 java = new CRC32();
    java.update(System.getProperty("java.home").getBytes(StandardCharsets.UTF_8));
    String sameJava = "classes-" + Long.toHexString(java.getValue()) + "-";
    String suffix = HAVE_PROFILES ? ".aot" : ".jsa";
    return new SharedClasses(home, sameJava, sameJava + Runtime.version() + suffix);
  }

  /** Returns true if the file is there. */
  boolean areThere() {
    return Files.isReadable(file);
  }

  /** Returns the flags of a JVM that uses the file. */
  List<String> flags() {
    // a warning of the JVM would be a line of the server's output
    return HAVE_PROFILES
        ? List.of("-XX:AOTCache=" + file, "-Xlog:aot*=error,cds*=error")
        : List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds*=error");
  }

  /**
   * Makes the file.
   *
   * @return false if the training failed, or another process is about it
   */
  boolean make(Training training) throws IOException, InterruptedException {
    Path lockFile = file.resolveSibling(TRAINING + ".lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null && (areThere() || makeIn(file.resolveSibling(TRAINING), training));
    } catch (OverlappingFileLockException inThisProcess) {
      return false;
    }
  }

  private boolean makeIn(Path folder, Training training) throws IOException, InterruptedException {
    removeLeft(folder);
    Files.createDirectory(folder);
    try {
      Path made = folder.resolve(file.getFileName());
      int rounds = HAVE_PROFILES ? ROUNDS_WITH_PROFILES : ROUNDS;
      if (!training.run(folder, flagsThatMake(made), rounds) || !Files.exists(made)) {
        return false;
      }
      CacheFolder.share(made);
      deleteEarlier();
      Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
      return true;
    } finally {
      removeLeft(folder);
    }
  }

  /** A process that was stopped meanwhile has left the folder. */
  private static void removeLeft(Path folder) throws IOException {
    if (Files.exists(folder)) {
      WarUnpacker.remove(folder);
    }
  }

  /** Deletes the files of earlier versions of this Java, which fit no JVM any more. */
  private void deleteEarlier() throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(file.getParent(), sameJava + "*.{jsa,aot}")) {
      for (Path earlier : files) {
        Files.delete(earlier);
      }
    }
  }

  private List<String> flagsThatMake(Path made) {
    List<String> flags = new ArrayList<>();
    flags.add((HAVE_PROFILES ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + made);
    flags.add(HAVE_PROFILES ? "-Xlog:aot*=error,cds*=error" : "-Xlog:cds*=error");
    if (HAVE_PROFILES) {
      flags.add("-XX:TieredStopAtLevel=4"); // the fast compiler alone makes no profiles
    }
    return flags;
  }

  /** Returns the path of the file. */
  @Override
  public String toString() {
    return file.toString();
  }

  /** Runs a server with these flags through its first calls. */
  interface Training {
    /**
     * Makes each call so often.
     *
     * @param folder an empty folder for its data, which is deleted afterwards
     * @return true if it ended well
     */
    boolean run(Path folder, List<String> flags, int rounds)
        throws IOException, InterruptedException;
  }
}

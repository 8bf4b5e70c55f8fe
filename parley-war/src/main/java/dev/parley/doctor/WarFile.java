package dev.parley.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Enumeration;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The runnable file of Parley on disk. */
final class WarFile {
  private static final String LAUNCHER = "dev/parley/launch/Launcher.class";
  private static final String APPLICATION = "WEB-INF/web.xml";

  /** A slow disk is read no longer than this. */
  private static final Duration MAX_TIME = Duration.ofSeconds(3);

  private WarFile() {}

  /** The reason {@code file} does not run, as the rest of a sentence; empty where it does. */
  static Optional<String> flaw(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.of("does not exist");
    }
    if (!Files.isReadable(file)) {
      return Optional.of("cannot be read by this user");
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      if (zip.getEntry(LAUNCHER) == null || zip.getEntry(APPLICATION) == null) {
        return Optional.of("is not the file of Parley");
      }
      return damaged(zip) ? Optional.of("is damaged") : Optional.empty();
    } catch (IOException halfWritten) {
      return Optional.of("is only half written, or damaged");
    }
  }

  private static boolean damaged(ZipFile zip) throws IOException {
    long deadline = System.nanoTime() + MAX_TIME.toNanos();
    Enumeration<? extends ZipEntry> entries = zip.entries();
    while (entries.hasMoreElements() && System.nanoTime() - deadline < 0) {
      ZipEntry entry = entries.nextElement();
      CRC32 sum = new CRC32();
      try (InputStream in = new CheckedInputStream(zip.getInputStream(entry), sum)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      if (!entry.isDirectory() && entry.getCrc() >= 0 && sum.getValue() != entry.getCrc()) {
        return true;
      }
    }
    return false;
  }
}

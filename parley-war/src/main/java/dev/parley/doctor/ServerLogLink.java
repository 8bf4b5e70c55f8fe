package dev.parley.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.bridge.StateFiles;
import dev.parley.doctor.client.Places;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The errors in the log of a server on this machine. A server that a bridge started has one for its
 * port; another may have one in its data folder.
 */
final class ServerLogLink implements Link {
  private static final int MAX_READ = 256 << 10;
  private static final int MAX_FILES = 20;
  private static final Pattern ERROR = Pattern.compile("\\b(SEVERE|ERROR)\\b");

  @Override
  public String name() {
    return "server log";
  }

  @Override
  public Finding examine(Examination examination) throws IOException {
    if (!examination.server().isLoopback()) {
      return Finding.skipped("The server is on another machine.");
    }
    Places places = examination.surroundings().places();
    List<Path> logs = new ArrayList<>(logs(DiskLink.dataFolder(places)));
    StateFiles.folder(places.environment(), "start")
        .map(folder -> folder.resolve("server-" + examination.server().port() + ".log"))
        .filter(Files::isRegularFile)
        .ifPresent(logs::add);
    if (logs.isEmpty()) {
      return Finding.skipped("No log is kept in a file; it is where the server prints.");
    }
    for (Path log : logs) {
      long errors = end(log).lines().filter(line -> ERROR.matcher(line).find()).count();
      if (errors > 0) {
        return Finding.warning(
            "The end of " + log + " has " + errors + (errors == 1 ? " error." : " errors."),
            "Read the newest of them.");
      }
    }
    return Finding.ok("The end of " + logs.get(0) + " has no errors.");
  }

  private static List<Path> logs(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".log") && Files.isRegularFile(file))
          .sorted()
          .limit(MAX_FILES)
          .toList();
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
  }

  private static String end(Path log) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(0, file.length() - MAX_READ);
      byte[] bytes = new byte[(int) (file.length() - from)];
      file.seek(from);
      int read = file.read(bytes);
      return new String(bytes, 0, Math.max(0, read), UTF_8);
    }
  }
}

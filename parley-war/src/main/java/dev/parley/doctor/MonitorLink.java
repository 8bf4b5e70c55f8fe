package dev.parley.doctor;

import dev.parley.bridge.StateFiles;
import dev.parley.doctor.client.Client;
import dev.parley.doctor.client.Places;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The monitor of the plugin, which wakes an idle session of Claude Code: its file is there. */
final class MonitorLink implements Link {
  private static final int MAX_FILES = 1_000;

  @Override
  public String name() {
    return "monitor";
  }

  @Override
  public Finding examine(Examination examination) throws IOException {
    Optional<Client> claude =
        examination.clients().stream().filter(one -> one.word().equals("claude")).findFirst();
    if (claude.isEmpty() || claude.get().plugin().isEmpty()) {
      return Finding.skipped("Only the plugin of Claude Code has a monitor.");
    }
    Places places = examination.surroundings().places();
    Optional<Path> folder = StateFiles.folder(places.environment(), "wake");
    if (folder.isEmpty()) {
      return Finding.broken(
          "Monitor and bridge find no folder to meet in.", "Set HOME or XDG_RUNTIME_DIR.");
    }
    Optional<String> session = places.variable("CLAUDE_CODE_SESSION_ID");
    if (session.isPresent()) {
      return Files.isRegularFile(folder.get().resolve(session.get()))
          ? Finding.ok("The monitor of this session runs.")
          : Finding.broken(
              "No monitor runs in this session of Claude Code: there is no file for it in "
                  + folder.get()
                  + ".",
              "Start the session again; if that does not help, see that the bridge and the monitor"
                  + " have the same HOME and XDG_RUNTIME_DIR.");
    }
    int running = files(folder.get()).size();
    return running == 0
        ? Finding.skipped("No session of Claude Code with a monitor runs now.")
        : Finding.ok(running + " sessions of Claude Code have a monitor.");
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isRegularFile).limit(MAX_FILES).toList();
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
  }
}

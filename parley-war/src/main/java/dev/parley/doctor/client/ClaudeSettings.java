package dev.parley.doctor.client;

import dev.parley.bridge.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings files of Claude Code, those of the organisation first. */
public final class ClaudeSettings {
  private static final int MAX_FILES = 100;

  private final Places places;

  /** The settings that are found at {@code places}. */
  public ClaudeSettings(Places places) {
    this.places = places;
  }

  /**
   * One file.
   *
   * @param managed whether it is the organisation's
   */
  public record Loaded(Path file, boolean managed, JsonValue content) {}

  Path folder() {
    return places.folderOf("CLAUDE_CONFIG_DIR", ".claude");
  }

  /** The files there are, the one that counts most first. */
  public List<Loaded> all() throws IOException {
    List<Loaded> found = new ArrayList<>();
    for (Path file : managedFiles()) {
      add(found, file, true);
    }
    for (Path up : places.upwards()) {
      if (!up.equals(places.home())) {
        add(found, up.resolve(".claude").resolve("settings.local.json"), false);
        add(found, up.resolve(".claude").resolve("settings.json"), false);
      }
    }
    add(found, folder().resolve("settings.json"), false);
    return found;
  }

  private List<Path> managedFiles() throws IOException {
    List<Path> files = new ArrayList<>();
    files.add(places.managed().resolve("managed-settings.json"));
    Path more = places.managed().resolve("managed-settings.d");
    if (Files.isDirectory(more)) {
      try (Stream<Path> all = Files.list(more)) {
        all.filter(file -> file.toString().endsWith(".json"))
            .sorted()
            .limit(MAX_FILES)
            .forEach(files::add);
      } catch (UncheckedIOException unreadable) {
        throw unreadable.getCause();
      }
    }
    return files;
  }

  private static void add(List<Loaded> found, Path file, boolean managed) throws IOException {
    Optional<JsonValue> read = SettingsFile.read(file);
    read.ifPresent(content -> found.add(new Loaded(file, managed, content)));
  }

  /** The reason the organisation's settings give not to start the server of this name. */
  Optional<Complaint> denial(String name) throws IOException {
    for (Loaded loaded : all()) {
      if (names(loaded.content(), "deniedMcpServers").contains(name)) {
        return Optional.of(
            new Complaint(
                "The settings forbid the server '" + name + "': " + loaded.file() + ".",
                "Remove it from deniedMcpServers, or ask the administrator to."));
      }
      List<String> allowed = names(loaded.content(), "allowedMcpServers");
      if (loaded.managed() && !allowed.isEmpty() && !allowed.contains(name)) {
        return Optional.of(
            new Complaint(
                "The organisation allows other servers than '"
                    + name
                    + "' only: "
                    + loaded.file()
                    + ".",
                "Ask the administrator to add it to allowedMcpServers."));
      }
    }
    return Optional.empty();
  }

  private static List<String> names(JsonValue settings, String list) {
    return settings.at(list).map(JsonValue::elements).orElse(List.of()).stream()
        .flatMap(element -> element.text("serverName").stream())
        .toList();
  }
}

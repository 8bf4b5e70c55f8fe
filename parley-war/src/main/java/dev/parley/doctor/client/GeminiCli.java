package dev.parley.doctor.client;

import dev.parley.bridge.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gemini CLI: servers and hooks in {@code settings.json} and in an extension. */
final class GeminiCli implements Client {
  private static final String SERVERS = "mcpServers";
  private static final int MIN_TIMEOUT_MILLIS = 100;

  private final Places places;

  GeminiCli(Places places) {
    this.places = places;
  }

  @Override
  public String word() {
    return "gemini";
  }

  @Override
  public String title() {
    return "Gemini CLI";
  }

  private Path folder() {
    return places.home().resolve(".gemini");
  }

  @Override
  public boolean isPresent() {
    return Files.isDirectory(folder());
  }

  /** The project's settings come first. */
  private List<Path> settings() {
    Path project = places.folder().resolve(".gemini").resolve("settings.json");
    Path own = folder().resolve("settings.json");
    return project.equals(own) ? List.of(own) : List.of(project, own);
  }

  @Override
  public Optional<Path> plugin() {
    return Optional.of(folder().resolve("extensions").resolve("parley"))
        .filter(extension -> Files.isRegularFile(extension.resolve("gemini-extension.json")));
  }

  private Map<String, String> variablesOf(Path extension) {
    Map<String, String> variables = new HashMap<>(places.environment());
    variables.put("extensionPath", extension.toString());
    return variables;
  }

  @Override
  public List<ServerEntry> entries() throws IOException {
    List<ServerEntry> found = new ArrayList<>();
    for (Path file : settings()) {
      Optional<JsonValue> read = SettingsFile.read(file);
      found.addAll(
          ServerEntry.in(read.flatMap(json -> json.at(SERVERS)), "", file, places.environment()));
    }
    Optional<Path> extension = plugin();
    if (extension.isPresent()) {
      Path file = extension.get().resolve("gemini-extension.json");
      Optional<JsonValue> read = SettingsFile.read(file);
      found.addAll(
          ServerEntry.in(
              read.flatMap(json -> json.at(SERVERS)), "", file, variablesOf(extension.get())));
    }
    return found;
  }

  @Override
  public Optional<Complaint> refusal(ServerEntry entry) throws IOException {
    for (Path file : settings()) {
      List<JsonValue> excluded =
          SettingsFile.read(file)
              .flatMap(json -> json.at("mcp", "excluded"))
              .map(JsonValue::elements)
              .orElse(List.of());
      if (excluded.stream()
          .anyMatch(name -> name.string().filter(entry.name()::equals).isPresent())) {
        return Optional.of(
            new Complaint(
                "Gemini CLI excludes the server '" + entry.name() + "' in " + file + ".",
                "Remove it from mcp.excluded."));
      }
    }
    return Optional.empty();
  }

  @Override
  public HookFiles hooks() throws IOException {
    HookFiles.Gathering hooks = new HookFiles.Gathering();
    for (Path file : settings()) {
      Optional<JsonValue> read = SettingsFile.read(file);
      if (read.isPresent()) {
        hooks.take(file, read.get(), places.environment());
      }
    }
    Optional<Path> extension = plugin();
    if (extension.isPresent()) {
      Path file = extension.get().resolve("hooks").resolve("hooks.json");
      Optional<JsonValue> read = SettingsFile.read(file);
      if (read.isPresent()) {
        hooks.take(file, read.get(), variablesOf(extension.get()));
      }
    }
    hooks
        .shortestTimeout()
        .filter(timeout -> timeout < MIN_TIMEOUT_MILLIS)
        .ifPresent(
            timeout ->
                hooks.complain(
                    "A hook of Parley has " + timeout + " ms in Gemini CLI, which is too short.",
                    "Set its timeout to 5000: Gemini CLI counts in milliseconds."));
    return hooks.gathered();
  }
}

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

/**
 * Claude Code: servers in {@code .claude.json}, in {@code .mcp.json} of the project and in an
 * enabled plugin; hooks in its settings and in the plugin.
 */
final class ClaudeCode implements Client {
  private static final String SERVERS = "mcpServers";

  private final Places places;
  private final ClaudeSettings settings;
  private final ClaudePlugin plugin;

  ClaudeCode(Places places) {
    this.places = places;
    this.settings = new ClaudeSettings(places);
    this.plugin = new ClaudePlugin(places, settings);
  }

  @Override
  public String word() {
    return "claude";
  }

  @Override
  public String title() {
    return "Claude Code";
  }

  @Override
  public boolean isPresent() {
    return Files.exists(stateFile())
        || Files.isDirectory(settings.folder())
        || projectFile().isPresent();
  }

  /** The file of servers and projects: beside the folder of settings unless that was moved. */
  private Path stateFile() {
    return places
        .variable("CLAUDE_CONFIG_DIR")
        .map(folder -> Path.of(folder, ".claude.json"))
        .orElse(places.home().resolve(".claude.json"));
  }

  private Optional<Path> projectFile() {
    return places.upwards().stream()
        .map(folder -> folder.resolve(".mcp.json"))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  @Override
  public List<ServerEntry> entries() throws IOException {
    Map<String, String> variables = places.environment();
    List<ServerEntry> found = new ArrayList<>();
    Optional<JsonValue> state = SettingsFile.read(stateFile());
    if (state.isPresent()) {
      for (Path folder : places.upwards()) {
        found.addAll(
            ServerEntry.in(
                state.get().at("projects", folder.toString(), SERVERS),
                "",
                stateFile(),
                variables));
      }
    }
    Optional<Path> project = projectFile();
    if (project.isPresent()) {
      Optional<JsonValue> read = SettingsFile.read(project.get());
      found.addAll(
          ServerEntry.in(read.flatMap(json -> json.at(SERVERS)), "", project.get(), variables));
    }
    found.addAll(
        ServerEntry.in(state.flatMap(json -> json.at(SERVERS)), "", stateFile(), variables));
    Optional<Path> root = plugin.root();
    if (root.isPresent()) {
      Path file = root.get().resolve(".mcp.json");
      Optional<JsonValue> read = SettingsFile.read(file);
      found.addAll(
          ServerEntry.in(
              read.flatMap(json -> json.at(SERVERS)),
              "plugin:" + ClaudePlugin.NAME + ":",
              file,
              variablesOf(root.get())));
    }
    return found;
  }

  private Map<String, String> variablesOf(Path root) {
    Map<String, String> variables = new HashMap<>(places.environment());
    variables.put("CLAUDE_PLUGIN_ROOT", root.toString());
    return variables;
  }

  @Override
  public Optional<Complaint> refusal(ServerEntry entry) throws IOException {
    Optional<Complaint> missing = plugin.complaint();
    if (missing.isPresent()) {
      return missing;
    }
    Optional<Complaint> policy = settings.denial(entry.name());
    if (policy.isPresent()) {
      return policy;
    }
    Optional<JsonValue> state = SettingsFile.read(stateFile());
    for (Path folder : places.upwards()) {
      Optional<JsonValue> project = state.flatMap(json -> json.at("projects", folder.toString()));
      for (String list : List.of("disabledMcpServers", "disabledMcpjsonServers")) {
        if (project.filter(of -> holds(of, list, entry.name())).isPresent()) {
          return Optional.of(
              new Complaint(
                  "Claude Code has the " + entry + " switched off for " + folder + ".",
                  "Switch it on in Claude Code with /mcp."));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean holds(JsonValue object, String list, String name) {
    return object.at(list).map(JsonValue::elements).orElse(List.of()).stream()
        .anyMatch(element -> element.string().filter(name::equals).isPresent());
  }

  @Override
  public HookFiles hooks() throws IOException {
    HookFiles.Gathering hooks = new HookFiles.Gathering();
    for (ClaudeSettings.Loaded loaded : settings.all()) {
      hooks.take(loaded.file(), loaded.content(), places.environment());
      if (loaded.content().isTrue("disableAllHooks")) {
        hooks.complain(
            "Claude Code runs no hook, because disableAllHooks is true in " + loaded.file() + ".",
            "Remove disableAllHooks from " + loaded.file() + ".");
      }
      if (loaded.managed() && loaded.content().isTrue("allowManagedHooksOnly")) {
        hooks.complain(
            "The organisation allows managed hooks only (allowManagedHooksOnly in "
                + loaded.file()
                + "), so the hooks of Parley do not run.",
            "Ask the administrator to add the hooks of Parley to the managed settings.");
      }
    }
    Optional<Path> root = plugin.root();
    if (root.isPresent()) {
      Path file = root.get().resolve("hooks").resolve("hooks.json");
      Optional<JsonValue> read = SettingsFile.read(file);
      if (read.isPresent()) {
        hooks.take(file, read.get(), variablesOf(root.get()));
      } else {
        hooks.complain(
            "The plugin has no hooks, because there is no " + file + ".",
            "Install the plugin again: claude plugin install parley.");
      }
    }
    return hooks.gathered();
  }

  @Override
  public Optional<Path> plugin() throws IOException {
    return plugin.root();
  }
}

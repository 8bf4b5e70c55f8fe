package dev.parley.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The files that each client gets. Forms and places are those of Claude Code 2.1, Codex 0.169 and
 * Gemini CLI 0.61, which were run, and of the documentation of Cursor and VS Code.
 */
final class ClientPlans {
  private static final String SERVER = "parley";

  /** The folders of the plugin that Claude Code does not read. */
  private static final List<String> OTHER_CLIENTS =
      List.of("codex/", "cursor/", "gemini/", "vscode/");

  /** The text in the plugin's files that stands for its folder. */
  private static final String PLUGIN_FOLDER = "@PARLEY_PLUGIN@";

  private final SetupOptions options;
  private final UserMachine machine;
  private final BridgeCommand bridge;
  private final PluginFiles plugin;
  private final List<PlannedFile> files = new ArrayList<>();
  private final List<String> next = new ArrayList<>();
  private Optional<ClaudeProgram> program = Optional.empty();

  private ClientPlans(
      SetupOptions options, UserMachine machine, BridgeCommand bridge, PluginFiles plugin) {
    this.options = options;
    this.machine = machine;
    this.bridge = bridge;
    this.plugin = plugin;
  }

  /** The plan for the client and the scope of {@code options}. */
  static SetupPlan of(
      SetupOptions options, UserMachine machine, BridgeCommand bridge, PluginFiles plugin) {
    ClientPlans plans = new ClientPlans(options, machine, bridge, plugin);
    switch (options.client()) {
      case CLAUDE -> plans.claude();
      case CODEX -> plans.codex();
      case GEMINI -> plans.gemini();
      case CURSOR -> plans.cursor();
      case VSCODE -> plans.vscode();
    }
    plans.token();
    return new SetupPlan(plans.key(), plans.files, plans.next, plans.program);
  }

  /** The folder of the marketplace for Claude Code. */
  static Path marketplace(UserMachine machine) {
    return machine.data().resolve("plugin");
  }

  private String key() {
    String key = options.client().word() + "-" + options.scope();
    if (!options.isForProject()) {
      return key;
    }
    CRC32 check = new CRC32();
    check.update(machine.folder().toString().getBytes(UTF_8));
    return key + "-" + Long.toHexString(check.getValue());
  }

  private void claude() {
    unpack();
    Path root = marketplace(machine);
    String manifest = plugin.require(".claude-plugin/plugin.json");
    JsoncDocument document = JsoncDocument.of(manifest, JsoncSyntax.STRICT);
    String description =
        document.find(List.of("description")).map(document::raw).orElse("\"Parley\"");
    files.add(
        PlannedFile.edit(
            root.resolve(".claude-plugin/marketplace.json"),
            new JsonEdit(
                JsoncSyntax.STRICT,
                List.of(
                    JsonEntry.member(List.of("name"), "\"" + ClaudeProgram.MARKETPLACE + "\""),
                    JsonEntry.member(List.of("owner"), "{\"name\":\"Parley\"}"),
                    JsonEntry.member(
                        List.of("plugins"),
                        "[{\"name\":\"parley\",\"source\":\"./parley\",\"description\":"
                            + description
                            + "}]")))));
    String file = options.scope().equals("local") ? "settings.local.json" : "settings.json";
    Path folder =
        options.isForProject()
            ? machine.folder().resolve(".claude")
            : machine.folder("CLAUDE_CONFIG_DIR", ".claude");
    Path settings = folder.resolve(file);
    String source =
        "{\"source\":{\"source\":\"directory\",\"path\":"
            + JsonLayout.quoted(root.toString())
            + "}}";
    files.add(
        PlannedFile.edit(
            settings,
            new JsonEdit(
                JsoncSyntax.STRICT,
                List.of(
                    JsonEntry.member(
                        List.of("extraKnownMarketplaces", ClaudeProgram.MARKETPLACE), source),
                    JsonEntry.member(List.of("enabledPlugins", ClaudeProgram.PLUGIN), "true")))));
    program =
        machine
            .program("claude")
            .map(
                found ->
                    new ClaudeProgram(
                        found, machine.folder(), machine.environment(), options.scope(), settings));
    next.add("Start a new session of Claude Code, or /reload-plugins in one that runs.");
    next.add("See the connection with: claude mcp list");
  }

  private void codex() {
    Path home = machine.folder("CODEX_HOME", ".codex");
    files.add(
        PlannedFile.edit(
            home.resolve("config.toml"),
            new TomlEdit(List.of("mcp_servers", SERVER), bridge.toml(options.approve()))));
    files.add(
        PlannedFile.edit(
            home.resolve("hooks.json"),
            hooks(plugin.require("codex/hooks.json"), "\"tool\":\"hook_event\"")));
    plugin
        .below("skills/")
        .forEach((path, text) -> files.add(skill(home.resolve("skills"), path, text)));
    next.add("Start Codex and review its new hooks there: it runs none before you did.");
    next.add("See the entry with: codex mcp list");
  }

  /** Skills of Codex share one folder with those of others, so each has a name that says ours. */
  private static PlannedFile skill(Path skills, String path, String text) {
    if (path.startsWith(SERVER + "/")) {
      return PlannedFile.whole(skills.resolve(path), text);
    }
    String name = path.substring(0, path.indexOf('/'));
    String renamed = text.replaceFirst("(?m)^name: " + name + "$", "name: " + SERVER + "-" + name);
    return PlannedFile.whole(skills.resolve(SERVER + "-" + path), renamed);
  }

  private void gemini() {
    Path home = machine.folder("GEMINI_CLI_HOME").resolve(".gemini");
    String server = bridge.json("", variables());
    if (options.isForProject()) {
      unpackPrograms("gemini/bin/");
      String script = "\\\"" + PLUGIN_FOLDER + "/gemini/bin/hook.sh\\\"";
      String hooks =
          plugin.require("gemini/hooks/hooks.json").replace("${extensionPath}/bin/hook.sh", script);
      JsonEdit edit = hooks(hooks, "/gemini/bin/hook.sh");
      files.add(
          PlannedFile.edit(
              machine.folder().resolve(".gemini/settings.json"),
              and(edit, JsoncSyntax.COMMENTS, server("mcpServers", server))));
    } else {
      Path extension = home.resolve("extensions").resolve(SERVER);
      plugin
          .below("gemini/")
          .forEach(
              (path, text) -> {
                if (path.equals("gemini-extension.json")) {
                  JsonEdit edit =
                      and(members(text), JsoncSyntax.STRICT, server("mcpServers", server));
                  files.add(PlannedFile.edit(extension.resolve(path), edit));
                } else {
                  files.add(PlannedFile.whole(extension.resolve(path), text));
                }
              });
    }
    next.add("Start a new session of Gemini CLI, in a folder that it trusts.");
    next.add("See the connection with: gemini mcp list");
    next.add(
        "Nothing wakes an idle Gemini CLI from inside;"
            + " java -jar parley.war watch does it from outside: watch --help");
  }

  private void cursor() {
    Path folder = (options.isForProject() ? machine.folder() : machine.home()).resolve(".cursor");
    String server = bridge.json("", "");
    files.add(
        PlannedFile.edit(
            folder.resolve("mcp.json"),
            new JsonEdit(JsoncSyntax.LENIENT, List.of(server("mcpServers", server)))));
    Optional<String> hooks = plugin.text("cursor/hooks.json");
    if (hooks.isPresent()) {
      unpackPrograms("bin/");
      JsonEdit edit = hooks(hooks.get(), "/parley/bin/hook.sh");
      JsonEntry version = JsonEntry.member(List.of("version"), "1");
      files.add(
          PlannedFile.edit(folder.resolve("hooks.json"), and(edit, JsoncSyntax.LENIENT, version)));
    }
    rules("cursor/rules/parley.mdc", ".cursor/rules/parley.mdc");
    next.add("Restart Cursor, and switch the server parley on in its settings if it is off.");
    next.add(
        "An idle Cursor is not woken: it gets messages with the next prompt or tool."
            + " java -jar parley.war watch runs a command of yours instead: watch --help");
  }

  private void vscode() {
    Path file =
        options.isForProject()
            ? machine.folder().resolve(".vscode/mcp.json")
            : machine.applications().resolve("Code/User/mcp.json");
    String server = bridge.json("\"type\":\"stdio\",", "");
    files.add(
        PlannedFile.edit(
            file, new JsonEdit(JsoncSyntax.LENIENT, List.of(server("servers", server)))));
    rules("vscode/parley.instructions.md", ".github/instructions/parley.instructions.md");
    next.add("In VS Code, run MCP: List Servers, start parley, and trust it.");
    next.add(
        "An idle VS Code is not woken: its model hears of messages when it calls a tool."
            + " java -jar parley.war watch runs a command of yours instead: watch --help");
  }

  /** Instructions for the model, which these clients read from the project alone. */
  private void rules(String from, String to) {
    if (options.isForProject()) {
      plugin
          .text(from)
          .ifPresent(text -> files.add(PlannedFile.whole(machine.folder().resolve(to), text)));
    }
  }

  private static JsonEntry server(String servers, String json) {
    return JsonEntry.member(List.of(servers, SERVER), json);
  }

  /** The file's root members, each on its own. */
  private static JsonEdit members(String json) {
    JsoncDocument document = JsoncDocument.of(json, JsoncSyntax.STRICT);
    List<JsonEntry> entries = new ArrayList<>();
    for (JsoncNode.Entry member : document.root().entries()) {
      entries.add(JsonEntry.member(List.of(member.name()), document.raw(member.value())));
    }
    return new JsonEdit(JsoncSyntax.STRICT, entries);
  }

  private static JsonEdit and(JsonEdit edit, JsoncSyntax syntax, JsonEntry more) {
    List<JsonEntry> entries = new ArrayList<>();
    entries.add(more);
    entries.addAll(edit.entries());
    return new JsonEdit(syntax, entries);
  }

  /** The hooks of a file of the plugin, each of which joins those that the user has. */
  private JsonEdit hooks(String json, String marker) {
    JsoncDocument document = JsoncDocument.of(placed(json), JsoncSyntax.STRICT);
    List<JsonEntry> entries = new ArrayList<>();
    JsoncNode hooks = document.find(List.of("hooks")).orElse(JsoncNode.NONE);
    for (JsoncNode.Entry event : hooks.entries()) {
      for (JsoncNode.Entry hook : event.value().entries()) {
        List<String> path = List.of("hooks", event.name());
        entries.add(JsonEntry.element(path, document.raw(hook.value()), marker));
      }
    }
    return new JsonEdit(JsoncSyntax.STRICT, entries);
  }

  /** The text with the plugin's real folder in the commands, which a shell reads. */
  private String placed(String text) {
    String folder = marketplace(machine).resolve(SERVER).toString();
    if (text.contains(PLUGIN_FOLDER) && folder.matches(".*[\"$`\\\\\\n].*")) {
      throw new SetupException("a hook cannot run in a folder with \" $ ` or \\ in it: " + folder);
    }
    return text.replace(PLUGIN_FOLDER, folder);
  }

  /** Puts the plugin for Claude Code where it stays, with the command of this WAR. */
  private void unpack() {
    Path folder = marketplace(machine).resolve(SERVER);
    plugin
        .texts()
        .forEach(
            (path, text) -> {
              if (path.equals(".mcp.json")) {
                String server = bridge.json("\"type\":\"stdio\",", ",\"alwaysLoad\":true");
                JsonEdit edit =
                    new JsonEdit(JsoncSyntax.STRICT, List.of(server("mcpServers", server)));
                files.add(PlannedFile.edit(folder.resolve(path), edit));
              } else if (OTHER_CLIENTS.stream().noneMatch(path::startsWith)) {
                files.add(PlannedFile.whole(folder.resolve(path), text));
              }
            });
    files.add(PlannedFile.whole(folder.resolve("war.path"), bridge.war() + "\n"));
  }

  /** Puts the programs of hooks, which lie in one folder of the plugin, where they stay. */
  private void unpackPrograms(String programs) {
    Path folder = marketplace(machine).resolve(SERVER).resolve(programs);
    plugin
        .below(programs)
        .forEach((path, text) -> files.add(PlannedFile.whole(folder.resolve(path), text)));
  }

  /** References to variables that are set, for a client that hides them from its servers. */
  private String variables() {
    List<String> references =
        Stream.of("PARLEY_TOKEN", "PARLEY_TOKEN_FILE", "PARLEY_CA")
            .filter(name -> machine.variable(name).isPresent())
            .map(name -> JsonLayout.quoted(name) + ":" + JsonLayout.quoted("$" + name))
            .toList();
    return references.isEmpty() ? "" : ",\"env\":{" + String.join(",", references) + "}";
  }

  private void token() {
    if (machine.variable("PARLEY_TOKEN").isPresent()) {
      next.add(
          "PARLEY_TOKEN is set in this shell and was written to no file. It has to be set in the"
              + " shell that starts "
              + options.client().title()
              + ", or token=... in ~/.config/parley/parley.properties.");
    }
    if (options.scope().equals("project")) {
      next.add("The files name paths of this machine: others run this setup themselves.");
    }
  }
}

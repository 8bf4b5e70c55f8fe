package dev.parley.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("StringConcatToTextBlock") // each byte counts
class SetupTest {
  @TempDir Path folder;
  private SetupHome home;

  @BeforeEach
  void makeHome() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"), "no modes");
    home = new SetupHome(folder);
  }

  private static Stream<String> everyClientAndScope() {
    return Stream.of(
        "claude",
        "claude --scope project",
        "claude --scope local",
        "codex",
        "gemini",
        "gemini --scope project",
        "cursor",
        "cursor --scope project",
        "vscode",
        "vscode --scope project");
  }

  /** The configuration files of each client and scope, as people write them. */
  private record Written(String words, String file, String text) {}

  private static Stream<Written> handWritten() {
    List<Written> all = new ArrayList<>();
    List<String> strict =
        List.of(
            "",
            "\n",
            "{}",
            "{ }\n",
            "\ufeff{\r\n\t\"mcpServers\" : {\r\n\t\t\"x\":{\"command\":\"y\"}},\r\n   \"z\": [ ] }",
            "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"mine\"}]}],\"stop\":[]},"
                + "\"enabledPlugins\":{\"a@b\":true},\"mcpServers\":{}}",
            """
            {
              "hooks": {
                "stop": [
                  { "command": "mine" }
                ]
              },
              "servers": { },
              "extraKnownMarketplaces": {}
            }

            """,
            "{\n      \"deep\": 1,\n      \"mcpServers\": {\n        \"o\": {}}}\n");
    List<String> lenient = new ArrayList<>(strict);
    lenient.add(
        """
        // mine
        {
          // servers
          "servers": { "a": 1, /* b */ },
          "mcpServers": {
            "o": {}, // last \s
          },
        }
        // end""");
    for (String text : lenient) {
      all.add(new Written("vscode", "home/.config/Code/User/mcp.json", text));
      all.add(new Written("vscode --scope project", "project/.vscode/mcp.json", text));
      all.add(new Written("cursor", "home/.cursor/mcp.json", text));
      all.add(new Written("cursor --scope project", "project/.cursor/hooks.json", text));
    }
    for (String text : strict) {
      all.add(new Written("claude", "home/.claude/settings.json", text));
      all.add(new Written("claude --scope project", "project/.claude/settings.json", text));
      all.add(new Written("claude --scope local", "project/.claude/settings.local.json", text));
      all.add(new Written("codex", "home/.codex/hooks.json", text));
      all.add(new Written("gemini --scope project", "project/.gemini/settings.json", text));
      all.add(new Written("gemini", "home/.gemini/extensions/parley/gemini-extension.json", text));
    }
    all.add(
        new Written("gemini --scope project", "project/.gemini/settings.json", "{\n  // c\n}\n"));
    for (String text :
        List.of(
            "",
            "model = \"x\"",
            "# [mcp_servers.parley]\r\nmodel = 'x'\r\n\r\n[mcp_servers.other] # o\r\nurl = 'u'\r\n",
            "\ufeff[mcp_servers.parley]\ncommand = \"old\"\n[mcp_servers.parley.env]\nA = \"b\"\n\n\n",
            "[tui]\nnotifications = [\n  \"a\", # [mcp_servers]\n]\n\n\n")) {
      all.add(new Written("codex", "home/.codex/config.toml", text));
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("everyClientAndScope")
  void remove_afterTwoSetupsOfACleanHome_leavesNothing(String words) throws IOException {
    Map<String, String> before = home.everything();
    home.run(words.split(" "));
    Map<String, String> once = home.everything();
    assertThat(once).isNotEqualTo(before);
    assertThat(home.run(words.split(" ")))
        .contains("Everything is set up already; nothing was changed.");
    assertThat(home.everything()).isEqualTo(once);
    assertThat(home.run((words + " --remove").split(" "))).contains("Parley is removed.");
    assertThat(home.everything()).isEqualTo(before);
    assertThat(home.run((words + " --remove").split(" ")))
        .contains("Nothing is set up here; nothing was changed.");
    assertThat(home.everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("handWritten")
  void remove_afterTwoSetupsOfAHandWrittenFile_putsEveryByteBack(Written written)
      throws IOException {
    Path file = home.write(folder.resolve(written.file()), written.text());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Map<String, String> before = home.everything();
    home.run(written.words().split(" "));
    assertThat(SetupHome.read(file)).contains("parley").isNotEqualTo(written.text());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Map<String, String> once = home.everything();
    home.run(written.words().split(" "));
    assertThat(home.everything()).isEqualTo(once);
    assertThat(home.run((written.words() + " --remove").split(" "))).contains("put back " + file);
    assertThat(home.everything()).isEqualTo(before);
  }

  /** As before, but the user adds something of theirs after the setup. */
  @ParameterizedTest
  @MethodSource("handWritten")
  void remove_afterTheUserChangedTheFile_keepsTheUsersChanges(Written written) throws IOException {
    Path file = home.write(folder.resolve(written.file()), written.text());
    home.run(written.words().split(" "));
    String mine = file.toString().endsWith(".toml") ? "\n[mine]\nx = 1\n" : "\n \n";
    Files.writeString(file, SetupHome.read(file) + mine);
    home.run(written.words().split(" "));
    home.run((written.words() + " --remove").split(" "));
    boolean blank = written.text().isBlank();
    String text = SetupHome.read(file);
    if (file.toString().endsWith(".json")) {
      assertThat(text).isEqualTo(blank ? written.text() : written.text() + mine);
    } else {
      String end = written.text().isEmpty() || written.text().endsWith("\n") ? "" : "\n";
      assertThat(text.replace("\n\n", "\n"))
          .isEqualTo((written.text() + end + mine).replace("\n\n", "\n"));
    }
  }

  @ParameterizedTest
  @MethodSource("everyClientAndScope")
  void print_writesNothing(String words) throws IOException {
    Map<String, String> before = home.everything();
    assertThat(home.run((words + " --print").split(" ")))
        .contains("Nothing was written.")
        .contains(words.startsWith("claude") ? "enabledPlugins" : "--start-server");
    assertThat(home.everything()).isEqualTo(before);
  }

  /** The path is in the command line of the bridge; what it leads to is not. */
  @ParameterizedTest
  @MethodSource("everyClientAndScope")
  void tokenFile_isNamedByItsPath_andItsTokenIsWrittenNowhere(String words) throws IOException {
    Path file = folder.resolve("secrets/a.token");
    home.write(file, SetupHome.TOKEN);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    String said = home.run((words + " --token-file " + file).split(" "));
    assertThat(said).doesNotContain(SetupHome.TOKEN);
    Map<String, String> written = home.everything();
    written.keySet().removeIf(name -> name.endsWith("a.token"));
    assertThat(written.values())
        .anyMatch(text -> text.contains("--token-file") && text.contains(file.toString()))
        .noneMatch(text -> text.contains(SetupHome.TOKEN));
  }

  @ParameterizedTest
  @MethodSource("everyClientAndScope")
  void token_ofTheShell_isWrittenNowhere(String words) throws IOException {
    home.environment.put("PARLEY_TOKEN", SetupHome.TOKEN);
    String said = home.run(words.split(" "));
    assertThat(said).contains("PARLEY_TOKEN").doesNotContain(SetupHome.TOKEN);
    assertThat(home.everything().values()).noneMatch(text -> text.contains(SetupHome.TOKEN));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{", "[]", "{\"mcpServers\": 1, \"hooks\": 1, \"enabledPlugins\": 1}", "\u0000"})
  void setup_ofAFileItCannotRead_changesNothing(String text) throws IOException {
    for (String words : everyClientAndScope().toList()) {
      SetupHome each = new SetupHome(Files.createTempDirectory(folder, "each"));
      for (String file :
          List.of(
              "home/.claude/settings.json", "project/.claude/settings.json",
              "project/.claude/settings.local.json", "home/.codex/hooks.json",
              "home/.cursor/hooks.json", "project/.cursor/hooks.json",
              "project/.gemini/settings.json", "home/.config/Code/User/mcp.json",
              "project/.vscode/mcp.json", "home/.gemini/extensions/parley/gemini-extension.json")) {
        String bad =
            file.contains("vscode") || file.contains("Code") ? text.replace("mcpS", "s") : text;
        each.write(each.root.resolve(file), bad);
      }
      Map<String, String> before = each.everything();
      assertThatThrownBy(() -> each.run(words.split(" ")))
          .as(words)
          .isInstanceOf(SetupException.class)
          .hasMessageContaining(each.root.toString())
          .hasMessageContaining(": line 1: ");
      assertThat(each.everything()).isEqualTo(before);
    }
  }

  @Test
  void setup_ofAFileThatIsNoText_changesNothing() throws IOException {
    Path file = folder.resolve("home/.codex/config.toml");
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[] {'a', (byte) 0xff});
    assertThatThrownBy(() -> home.run("codex")).hasMessage(file + ": the file is not UTF-8");
    Files.write(file, new byte[ConfigFile.MAX_BYTES + 1]);
    assertThatThrownBy(() -> home.run("codex"))
        .hasMessage(file + ": the file is larger than 8000000 bytes");
    Files.delete(file);
    Files.createDirectories(file);
    assertThatThrownBy(() -> home.run("codex")).hasMessage(file + ": it is not a file");
  }

  @Test
  void setup_upToTheLargestFile_isDone_andPastItRefused() throws IOException {
    Path file = home.write(folder.resolve("home/.codex/config.toml"), "#\n");
    home.run("codex");
    long added = Files.size(file) - 2;
    home.run("codex", "--remove");
    String comment = "#" + "x".repeat((int) (ConfigFile.MAX_BYTES - added - 2)) + "\n";
    home.write(file, comment);
    home.run("codex");
    assertThat(file).hasSize(ConfigFile.MAX_BYTES);
    home.run("codex", "--remove");
    assertThat(SetupHome.read(file).equals(comment)).isTrue();
    home.write(file, "#" + comment);
    assertThatThrownBy(() -> home.run("codex"))
        .hasMessage(file + ": the file is larger than 8000000 bytes");
    assertThat(file).hasSize(comment.length() + 1L);
  }

  @Test
  void setup_throughASymbolicLink_writesTheFileBehindIt() throws IOException {
    Path real = home.write(folder.resolve("dotfiles/codex.toml"), "a = 1\n");
    Path link = folder.resolve("home/.codex/config.toml");
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, Path.of("../../dotfiles/codex.toml"));
    Files.createSymbolicLink(link.resolveSibling("hooks.json"), folder.resolve("none.json"));
    Map<String, String> before = home.everything();
    home.run("codex");
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(SetupHome.read(real)).contains("[mcp_servers.parley]");
    assertThat(SetupHome.read(folder.resolve("none.json"))).contains("hook_event");
    home.run("codex", "--remove");
    assertThat(home.everything()).isEqualTo(before);
  }

  @Test
  void setup_whereAFileCannotBeWritten_putsTheOthersBack() throws IOException {
    home.write(folder.resolve("home/.codex/config.toml"), "a = 1\n");
    Files.createDirectories(folder.resolve("home/.codex/skills"));
    // A folder of the name that a file is written under at first.
    home.write(folder.resolve("home/.codex/.hooks.json.parley-setup/x"), "");
    Map<String, String> before = home.everything();
    assertThatThrownBy(() -> home.run("codex"))
        .hasMessageContaining("hooks.json cannot be written, and nothing was changed");
    assertThat(home.everything()).isEqualTo(before);
  }

  @Test
  void codex_getsTheServerHooksAndSkills() throws IOException {
    home.run("codex", "--url", "http://127.0.0.1:1", "--agent", "ann", "--approve-tools");
    Path codex = folder.resolve("home/.codex");
    assertThat(SetupHome.read(codex.resolve("config.toml")))
        .startsWith("[mcp_servers.parley]\ncommand = \"/jdk/bin/java\"\nargs = [")
        .contains("\"-jar\", \"" + home.war + "\", \"mcp\", \"--start-server=auto\"")
        .contains("\"--url\", \"http://127.0.0.1:1\", \"--agent\", \"ann\"]\n")
        .contains("env_vars = [\"PARLEY_TOKEN\"")
        .contains("default_tools_approval_mode = \"approve\"\n");
    assertThat(SetupHome.json(codex.resolve("hooks.json"), "hooks", "Stop").orElseThrow())
        .contains("\"server\":\"parley\"");
    assertThat(codex.resolve("skills/parley/SKILL.md")).exists();
    assertThat(codex.resolve("skills/parley-team/SKILL.md"))
        .content()
        .contains("name: parley-team");
  }

  @Test
  void codex_withItsOwnHome_isSetUpThere() throws IOException {
    home.environment.put("CODEX_HOME", folder.resolve("elsewhere").toString());
    home.run("codex");
    assertThat(folder.resolve("elsewhere/config.toml")).exists();
    assertThat(folder.resolve("home/.codex")).doesNotExist();
  }

  @Test
  void claude_withoutItsProgram_getsThePluginInItsSettings() throws IOException {
    home.run("claude");
    Path settings = folder.resolve("home/.claude/settings.json");
    Path plugin = folder.resolve("home/.local/share/parley/setup/plugin");
    assertThat(SetupHome.json(settings, "enabledPlugins", "parley@parley")).contains("true");
    assertThat(SetupHome.json(settings, "extraKnownMarketplaces", "parley", "source", "path"))
        .contains("\"" + plugin + "\"");
    assertThat(SetupHome.json(plugin.resolve(".claude-plugin/marketplace.json"), "plugins"))
        .get()
        .asString()
        .contains("\"source\":\"./parley\"");
    assertThat(SetupHome.json(plugin.resolve("parley/.mcp.json"), "mcpServers", "parley", "args"))
        .get()
        .asString()
        .contains("\"" + home.war + "\",\"mcp\",\"--start-server\"");
    assertThat(plugin.resolve("parley/.claude-plugin/plugin.json")).exists();
    assertThat(plugin.resolve("parley/bin/parley-mcp.sh")).isExecutable();
    assertThat(plugin.resolve("parley/war.path")).hasContent(home.war.toString());
    assertThat(plugin.resolve("parley/codex")).doesNotExist();
  }

  @Test
  void claude_inTwoScopes_sharesThePluginUntilTheLastGoes() throws IOException {
    Map<String, String> before = home.everything();
    home.run("claude");
    home.run("claude", "--scope", "project");
    home.war = folder.resolve("newer.war");
    home.run("claude");
    Path mcp = folder.resolve("home/.local/share/parley/setup/plugin/parley/.mcp.json");
    home.run("claude", "--remove");
    assertThat(mcp).content().contains("newer.war");
    assertThat(folder.resolve("home/.claude")).doesNotExist();
    home.run("claude", "--scope", "project", "--remove");
    assertThat(home.everything()).isEqualTo(before);
  }

  /** A stand-in for the program: it notes its words, and writes the settings in its own form. */
  private void installProgram(String exit) throws IOException {
    Path program =
        home.write(
            folder.resolve("bin/claude"),
            "#!/bin/sh\necho \"$@\" >>'"
                + folder
                + "/words'\n[ -f '"
                + folder
                + "/rewritten' ] && /bin/cat '"
                + folder
                + "/rewritten' >'"
                + folder
                + "/home/.claude/settings.json'\n"
                + exit
                + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void claude_withItsProgram_isInstalledByIt_andKeepsItsLayout() throws IOException {
    installProgram("exit 0");
    Path settings = home.write(folder.resolve("home/.claude/settings.json"), "{\n \"b\": 1}");
    home.run("claude", "--print");
    assertThat(folder.resolve("words")).doesNotExist();
    Path plugin = folder.resolve("home/.local/share/parley/setup/plugin");
    home.write(
        folder.resolve("rewritten"),
        "{\"enabledPlugins\":{\"parley@parley\":true},\"extraKnownMarketplaces\":{\"parley\":"
            + "{\"source\":{\"path\":\""
            + plugin
            + "\",\"source\":\"directory\"}}},\"b\":1}");
    assertThat(home.run("claude")).contains("installed the plugin parley@parley");
    assertThat(SetupHome.read(settings)).startsWith("{\n \"b\": 1,\n \"extra");
    assertThat(folder.resolve("words"))
        .hasContent(
            "plugin marketplace add "
                + plugin
                + " --scope user\n"
                + "plugin install parley@parley --scope user");
    home.write(folder.resolve("rewritten"), "{\"b\":1,\"enabledPlugins\":{}}");
    assertThat(home.run("claude", "--remove")).contains("uninstalled the plugin parley@parley");
    assertThat(settings).hasContent("{\n \"b\": 1}");
    assertThat(SetupHome.read(folder.resolve("words")))
        .endsWith(
            "plugin uninstall parley@parley --scope user\nplugin marketplace remove parley\n");
  }

  @Test
  void claude_whoseProgramFails_hasTheSettingsAllTheSame() throws IOException {
    installProgram("echo no network; exit 3");
    assertThat(home.run("claude")).contains("ended with 3: no network");
    assertThat(SetupHome.json(folder.resolve("home/.claude/settings.json"), "enabledPlugins"))
        .contains("{\"parley@parley\":true}");
  }

  /** The bridge refuses a plain --start-server for an address where it cannot start one. */
  @Test
  void server_ofAnotherMachine_isNotToBeStarted() throws IOException {
    home.run("claude", "--url", "https://parley.example:8443");
    Path plugin = folder.resolve("home/.local/share/parley/setup/plugin");
    assertThat(SetupHome.json(plugin.resolve("parley/.mcp.json"), "mcpServers", "parley", "args"))
        .get()
        .asString()
        .contains("\"--start-server=auto\",\"--url\"")
        .doesNotContain("\"--start-server\"");
  }

  /** One that the bridge started would take the port of a server that is down for a moment. */
  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:8080/parley", "http://127.0.0.1:8080/parley/mcp"})
  void server_ofAnApplicationServer_isNotToBeStarted(String address) throws IOException {
    home.run("codex", "--url", address);
    assertThat(SetupHome.read(folder.resolve("home/.codex/config.toml")))
        .contains("\"--start-server=no\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://127.0.0.1:7540", "http://127.0.0.1:7540/mcp", "http://localhost:7540/"})
  void server_atAnAddressOfItsOwn_isStartedWhereItCanBe(String address) throws IOException {
    home.run("codex", "--url", address);
    assertThat(SetupHome.read(folder.resolve("home/.codex/config.toml")))
        .contains("\"--start-server=auto\"");
  }

  @Test
  void gemini_getsAnExtension_orHooksInAProject() throws IOException {
    home.run("gemini");
    Path extension = folder.resolve("home/.gemini/extensions/parley");
    assertThat(SetupHome.json(extension.resolve("gemini-extension.json"), "name"))
        .contains("\"parley\"");
    assertThat(SetupHome.json(extension.resolve("gemini-extension.json"), "mcpServers", "parley"))
        .get()
        .asString()
        .contains("--start-server")
        .doesNotContain("PARLEY_TOKEN");
    assertThat(extension.resolve("bin/hook.sh")).isExecutable();
    assertThat(extension.resolve("GEMINI.md")).exists();
    home.environment.put("PARLEY_TOKEN", SetupHome.TOKEN);
    home.run("gemini", "--scope", "project");
    Path settings = folder.resolve("project/.gemini/settings.json");
    assertThat(SetupHome.json(settings, "mcpServers", "parley", "env"))
        .contains("{\"PARLEY_TOKEN\":\"$PARLEY_TOKEN\"}");
    Path script = folder.resolve("home/.local/share/parley/setup/plugin/parley/gemini/bin/hook.sh");
    assertThat(script).isExecutable();
    assertThat(SetupHome.json(settings, "hooks", "AfterAgent").orElseThrow())
        .contains("\\\"" + script + "\\\" AfterAgent");
  }

  @Test
  void cursorAndVscode_getTheServer_andCursorHooks() throws IOException {
    String said = home.run("cursor");
    assertThat(said).contains("An idle Cursor is not woken").contains("watch");
    Path cursor = folder.resolve("home/.cursor");
    assertThat(SetupHome.json(cursor.resolve("mcp.json"), "mcpServers", "parley", "command"))
        .contains("\"/jdk/bin/java\"");
    assertThat(SetupHome.json(cursor.resolve("hooks.json"), "version")).contains("1");
    assertThat(SetupHome.json(cursor.resolve("hooks.json"), "hooks", "stop").orElseThrow())
        .contains("/setup/plugin/parley/bin/hook.sh")
        .contains("\"loop_limit\":5");
    assertThat(home.run("vscode", "--scope", "project"))
        .contains("An idle VS Code is not woken")
        .contains("others run this setup themselves");
    Path vscode = folder.resolve("project/.vscode/mcp.json");
    assertThat(SetupHome.json(vscode, "servers", "parley", "type")).contains("\"stdio\"");
  }

  @Test
  void setup_afterTheFileMoved_changesTheCommandAndKeepsTheUsersAdditions() throws IOException {
    home.run("cursor");
    Path mcp = folder.resolve("home/.cursor/mcp.json");
    String text =
        SetupHome.read(mcp).replace("\"args\"", "\"env\": {\"A\": \"b\"},\n      \"args\"");
    Files.writeString(mcp, text);
    home.war = folder.resolve("moved.war");
    assertThat(home.run("cursor")).contains("changed " + mcp);
    assertThat(SetupHome.read(mcp)).contains("moved.war").contains("\"A\": \"b\"");
    home.run("cursor", "--remove");
    assertThat(mcp).doesNotExist();
  }

  @Test
  void remove_afterTheUserAddedAServerAndAHook_keepsThem() throws IOException {
    home.run("cursor");
    home.run("codex");
    Path mcp = folder.resolve("home/.cursor/mcp.json");
    Files.writeString(
        mcp, SetupHome.json(mcp).set(List.of("mcpServers", "mine"), "{\"command\":\"m\"}").text());
    Path hooks = folder.resolve("home/.codex/hooks.json");
    String mine = "{\"type\": \"command\", \"command\": \"mine\"}";
    String added =
        SetupHome.read(hooks)
            .replaceFirst("(?s)(\"Stop\": \\[.*?\"hooks\": \\[)", "$1" + mine + ",");
    Files.writeString(hooks, added);
    home.run("cursor", "--remove");
    home.run("codex", "--remove");
    assertThat(mcp)
        .hasContent(
            "{\n  \"mcpServers\": {\n    \"mine\": {\n      \"command\": \"m\"\n    }\n  }\n}\n");
    assertThat(SetupHome.json(hooks, "hooks"))
        .contains("{\"Stop\":[{\"hooks\":[{\"command\":\"mine\",\"type\":\"command\"}]}]}");
    assertThat(folder.resolve("home/.codex/config.toml")).doesNotExist();
  }

  @Test
  void remove_withoutNotes_removesWhatItRecognizes() throws IOException {
    Path mcp = home.write(folder.resolve("home/.cursor/mcp.json"), "{\n  \"a\": 1\n}\n");
    home.run("cursor");
    Path notes = folder.resolve("home/.local/share/parley/setup/notes");
    try (Stream<Path> all = Files.walk(notes)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    home.run("cursor", "--remove");
    assertThat(mcp).hasContent("{\n  \"a\": 1\n}\n");
  }

  @Test
  void setup_thatReplacesAnEntryOfTheUser_givesItBack() throws IOException {
    String mine = "{\"mcpServers\": {\"parley\": {\"url\": \"http://h/mcp\"} , \"o\": 1}}";
    Path mcp = home.write(folder.resolve("home/.cursor/mcp.json"), mine);
    home.run("cursor");
    assertThat(SetupHome.json(mcp, "mcpServers", "parley", "url")).isEmpty();
    Files.writeString(mcp, SetupHome.read(mcp) + "\n");
    home.run("cursor", "--remove");
    assertThat(SetupHome.read(mcp)).isEqualTo(mine + "\n");
  }
}

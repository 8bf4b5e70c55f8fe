package dev.parley.setup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A home of a user and a project, in which setups run. */
final class SetupHome {
  static final String TOKEN = "a-secret-token";
  private static final String CURSOR_HOOKS =
      """
      {"version": 1, "hooks": {
        "postToolUse": [{"command": "\\"@PARLEY_PLUGIN@/bin/hook.sh\\" postToolUse {}"}],
        "stop": [{"command": "\\"@PARLEY_PLUGIN@/bin/hook.sh\\" stop {}", "loop_limit": 5}]}}
      """;

  final Path root;
  final Path home;
  final Path project;
  final Map<String, String> environment = new HashMap<>();
  Path war;

  SetupHome(Path root) throws IOException {
    this.root = root;
    home = Files.createDirectories(root.resolve("home"));
    project = Files.createDirectories(root.resolve("project"));
    war = root.resolve("parley.war");
    environment.put("PATH", root.resolve("bin").toString());
  }

  /** The plugin as the WAR carries it, with hooks for Cursor in any case. */
  static PluginFiles plugin() throws IOException {
    Map<String, String> texts = new TreeMap<>(PluginFiles.in(Path.of("src/plugin")).texts());
    texts.putIfAbsent("cursor/hooks.json", CURSOR_HOOKS);
    texts.putIfAbsent("skills/team/SKILL.md", "---\nname: team\n---\nText.\n");
    return new PluginFiles(texts);
  }

  /** Runs a setup and returns what it prints. */
  String run(String... words) throws IOException {
    SetupOptions options = SetupOptions.of(words);
    BridgeCommand bridge =
        new BridgeCommand(
            Path.of("/jdk/bin/java"),
            war,
            options.url(),
            options.agent(),
            options.tokenFile(),
            options.ca(),
            Optional.empty());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    UserMachine machine = new UserMachine(home, project, environment, "Linux");
    SetupMain.run(options, machine, bridge, plugin(), new PrintStream(out, true, UTF_8));
    return out.toString(UTF_8);
  }

  Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.write(file, text.getBytes(UTF_8));
  }

  static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8);
  }

  /** A JSON file, read as a client would. */
  static JsoncDocument json(Path file) throws IOException {
    return JsoncDocument.of(ConfigText.of(Files.readAllBytes(file)).text(), JsoncSyntax.LENIENT);
  }

  static Optional<String> json(Path file, String... path) throws IOException {
    JsoncDocument document = json(file);
    return document.find(List.of(path)).map(document::canonical);
  }

  /** Everything below the root: what each path is, and what is in it. */
  Map<String, String> everything() throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        String name = root.relativize(path).toString();
        if (Files.isSymbolicLink(path)) {
          all.put(name, "link to " + Files.readSymbolicLink(path));
        } else if (Files.isDirectory(path)) {
          all.put(name, "folder");
        } else {
          String mode = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS).toString();
          all.put(name, mode + " " + new String(Files.readAllBytes(path), ISO_8859_1));
        }
      }
    }
    return all;
  }
}

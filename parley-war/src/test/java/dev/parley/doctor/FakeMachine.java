package dev.parley.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.doctor.client.Places;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * A machine in a folder: a home with Parley set up in all three clients, programs on a path, and a
 * server. All links work until something is changed.
 */
final class FakeMachine implements AutoCloseable {
  static final String SESSION = "5f0c9a3e-session";

  final Path folder;
  final Path home;
  final Path project;
  final Path programs;
  final Path war;
  final Path plugin;
  final Map<String, String> environment = new TreeMap<>();
  final FakeParley server = new FakeParley();
  long freeBytes = 8L << 30;
  Instant now = Instant.parse("2026-11-24T12:00:00Z");
  String version = "9.9.1";

  /** Further words of the command line. */
  List<String> words = List.of("--agent", "alice", "--timeout", "5");

  FakeMachine(Path folder) {
    this.folder = folder;
    this.home = folder.resolve("home");
    this.project = folder.resolve("project");
    this.programs = folder.resolve("programs");
    this.war = folder.resolve("parley.war");
    this.plugin = folder.resolve("market/plugins/parley");
    try {
      Files.createDirectories(project);
      makePrograms();
      makeWar(war);
      makeClaude();
      makeCodex();
      makeGemini();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    environment.put("HOME", home.toString());
    environment.put("PATH", programs.toString());
    environment.put("PARLEY_URL", server.url());
    environment.put("PARLEY_TOKEN", FakeParley.TOKEN);
    environment.put("PARLEY_WAR", war.toString());
    environment.put("XDG_CONFIG_HOME", home.resolve("none").toString());
    environment.put("XDG_DATA_HOME", home.resolve("share").toString());
    environment.put("XDG_RUNTIME_DIR", home.resolve("run").toString());
    environment.put("CLAUDE_CODE_SESSION_ID", SESSION);
  }

  private void makePrograms() throws IOException {
    program(programs.resolve("java"), "echo 'openjdk version \"17.0.12\"' >&2");
    program(programs.resolve("codex"), "exit 0");
    program(programs.resolve("curl"), "exit 0");
    write(home.resolve("share/parley/server.log"), "INFO all is well\n");
    write(home.resolve("run/parley/wake/" + SESSION), "");
  }

  private void makeClaude() throws IOException {
    String market = folder.resolve("market").toString();
    write(
        home.resolve(".claude/settings.json"),
        "{\n  // written by hand\n  \"enabledPlugins\": {\"parley@local\": true},\n"
            + "  \"extraKnownMarketplaces\": {\"local\": {\"source\": {\"source\": \"directory\","
            + " \"path\": \""
            + market
            + "\"}}}\n}\n");
    write(home.resolve(".claude.json"), "{\"projects\": {}}");
    write(
        folder.resolve("market/.claude-plugin/marketplace.json"),
        "{\"name\":\"local\",\"plugins\":[{\"name\":\"parley\",\"source\":\"./plugins/parley\"}]}");
    write(
        plugin.resolve(".mcp.json"),
        "{\"mcpServers\":{\"parley\":{\"type\":\"stdio\","
            + "\"command\":\"${CLAUDE_PLUGIN_ROOT}/bin/parley-mcp.sh\",\"args\":[]}}}");
    program(plugin.resolve("bin/parley-mcp.sh"), "exit 0");
    write(plugin.resolve("hooks/hooks.json"), hooks("plugin:parley:parley", "PostToolBatch"));
  }

  private void makeCodex() throws IOException {
    write(
        home.resolve(".codex/config.toml"),
        """
        model = "gpt" # a comment
        [mcp_servers.parley]
        command = "java"
        args = [
          "-jar", "%s", # the file
          "mcp",
        ]
        env = { "PARLEY_URL" = "%s", PARLEY_TOKEN = "%s" }
        """
            .formatted(war, server.url(), FakeParley.TOKEN));
    write(home.resolve(".codex/hooks.json"), hooks("parley", "PostToolUse"));
  }

  private void makeGemini() throws IOException {
    write(
        home.resolve(".gemini/settings.json"),
        "{\"mcpServers\":{\"parley\":{\"command\":\"java\",\"args\":[\"-jar\",\""
            + war
            + "\",\"mcp\",\"--url\",\""
            + server.url()
            + "\"]}}}");
    Path extension = home.resolve(".gemini/extensions/parley");
    write(extension.resolve("gemini-extension.json"), "{\"name\":\"parley\"}");
    program(extension.resolve("bin/hook.sh"), "exit 0");
    write(
        extension.resolve("hooks/hooks.json"),
        "{\"hooks\":{\"BeforeAgent\":[{\"hooks\":[{\"type\":\"command\",\"name\":\"parley\","
            + "\"command\":\"${extensionPath}/bin/hook.sh BeforeAgent\",\"timeout\":5000}]}]}}");
  }

  static String hooks(String server, String afterTools) {
    StringBuilder all = new StringBuilder("{\"hooks\":{");
    for (String event : List.of("UserPromptSubmit", afterTools, "Stop")) {
      all.append(all.length() > 10 ? "," : "");
      all.append("\"" + event + "\":[{\"hooks\":[{\"type\":\"mcp_tool\",\"server\":\"" + server);
      all.append("\",\"tool\":\"hook_event\",\"input\":{\"event\":\"" + event + "\"}}]}]");
    }
    return all.append("}}").toString();
  }

  static void program(Path file, String line) throws IOException {
    write(file, "#!/bin/sh\n" + line + "\n");
    if (!file.toFile().setExecutable(true)) {
      throw new IOException(file + " cannot be made executable");
    }
  }

  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  static void replace(Path file, String what, String by) throws IOException {
    String text = Files.readString(file);
    if (!text.contains(what)) {
      throw new AssertionError(file + " has no " + what);
    }
    Files.writeString(file, text.replace(what, by));
  }

  static void makeWar(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (String name : List.of("dev/parley/launch/Launcher.class", "WEB-INF/web.xml")) {
        jar.putNextEntry(new JarEntry(name));
        jar.write(new byte[40_000]);
        jar.closeEntry();
      }
    }
  }

  /** The acts of doctor. */
  record Run(int exit, String out, String err) {
    String verdict() {
      return out.lines().findFirst().orElse("");
    }

    /** The line of one link. */
    String line(String link) {
      return out.lines()
          .skip(1)
          .filter(line -> line.substring(Math.min(8, line.length())).startsWith(link + " "))
          .findFirst()
          .orElse("");
    }
  }

  /** Runs doctor over all links. */
  Run run(String... more) {
    return run(LinkOrder.all(), more);
  }

  /** Runs doctor over these links alone. */
  Run run(List<Link> links, String... more) {
    Places places = new Places(home, project, folder.resolve("managed"), environment);
    Surroundings surroundings =
        new Surroundings(
            places, Optional.of(war), version, any -> freeBytes, InstantSource.fixed(now));
    List<String> all = new ArrayList<>(words);
    all.addAll(Arrays.asList(more));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        DoctorMain.run(
            all.toArray(String[]::new),
            surroundings,
            links,
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
    return new Run(exit, out.toString(UTF_8), err.toString(UTF_8));
  }

  @Override
  public void close() {
    server.close();
  }
}

package dev.parley.war.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.war.testing.WarCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A bridge of a user whose home is a test's folder, which may start the user's server. */
final class StartingBridge implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;
  private final Path errors;
  private int asked;

  private StartingBridge(Process process, Path errors) {
    this.process = process;
    this.out = process.inputReader(UTF_8);
    this.errors = errors;
  }

  /** Spawns {@code java -jar parley.war mcp} with these words, and these variables on top. */
  static StartingBridge of(Path home, Map<String, String> environment, String... words) {
    List<String> jvm = List.of("-Xmn2m", "-Dparley.cache=" + WarCommand.unpacked());
    List<String> all = new ArrayList<>(List.of("mcp"));
    all.addAll(List.of(words));
    return started(home, environment, WarCommand.of(jvm, all));
  }

  /** Spawns what the plugin of Claude Code has for a server. */
  static StartingBridge ofThePlugin(Path home, Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("PARLEY_WAR", System.getProperty("parley.war"));
    all.put("JAVA_HOME", System.getProperty("java.home"));
    all.put("JAVA_TOOL_OPTIONS", "-Dparley.cache=" + WarCommand.unpacked());
    String script = Path.of("src/plugin/bin/parley-mcp.sh").toAbsolutePath().toString();
    return started(home, all, List.of(script));
  }

  private static StartingBridge started(
      Path home, Map<String, String> environment, List<String> command) {
    try {
      Path errors = Files.createTempFile(home, "bridge-", ".err");
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
      builder.environment().clear();
      builder.environment().putAll(variables(home));
      builder.environment().putAll(environment);
      return new StartingBridge(builder.start(), errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The environment of the user; a server that a test leaves behind ends within a minute. */
  static Map<String, String> variables(Path home) {
    return Map.of(
        "PATH", System.getenv("PATH"),
        "HOME", home.toString(),
        "XDG_DATA_HOME", home.resolve("data").toString(),
        "XDG_CONFIG_HOME", home.resolve("config").toString(),
        "PARLEY_END_WHEN_IDLE", "60");
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** Goes through initialize under this name of a client; returns the answer to it. */
  String begin(String client) {
    String answer =
        ask(
            "initialize",
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\""
                + client
                + "\",\"version\":\"1\"}}");
    write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return answer;
  }

  /** Calls a tool and returns the line of the answer. */
  String tool(String name, String arguments) {
    return ask("tools/call", "{\"name\":\"" + name + "\",\"arguments\":" + arguments + "}");
  }

  String ask(String method, String params) {
    asked++;
    write(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + asked
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params
            + "}");
    try {
      String line;
      while ((line = out.readLine()) != null) {
        if (line.contains("\"id\":" + asked + ",") && !line.contains("\"method\"")) {
          return line;
        }
      }
      throw new AssertionError("the bridge ended: " + errors());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String errors() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the input, as a client does that goes; returns the exit code. */
  int ended() throws IOException, InterruptedException {
    process.getOutputStream().close();
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}

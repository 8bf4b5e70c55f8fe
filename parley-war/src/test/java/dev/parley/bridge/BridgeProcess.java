package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.launch.Launcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A bridge in a virtual machine of its own, started as {@code java -jar parley.war mcp} starts it.
 */
final class BridgeProcess implements AutoCloseable {
  final Process process;
  private final BufferedReader out;

  private BridgeProcess(Process process) {
    this.process = process;
    this.out = process.inputReader(UTF_8);
  }

  static BridgeProcess of(StandInServer server, String... jvmFlags) {
    return started(List.of(jvmFlags), "mcp", "--url", "http://127.0.0.1:" + server.port());
  }

  /** Not a bridge, but a program that opens one socket. */
  static BridgeProcess oneSocket(StandInServer server, String... jvmFlags) {
    return started(List.of(jvmFlags), OneSocket.class, Integer.toString(server.port()));
  }

  static BridgeProcess started(List<String> jvmFlags, String... words) {
    return started(jvmFlags, Launcher.class, words);
  }

  private static BridgeProcess started(List<String> jvmFlags, Class<?> main, String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmFlags);
    command.addAll(List.of("-cp", classes(main), main.getName()));
    command.addAll(List.of(words));
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().keySet().removeIf(name -> name.startsWith("PARLEY_"));
      // Whatever a virtual machine says about its options would count as the bridge's own words.
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      return new BridgeProcess(builder.start());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static String classes(Class<?> main) {
    try {
      return Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException impossible) {
      throw new AssertionError(impossible);
    }
  }

  String ask(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
      return out.readLine();
    } catch (IOException ended) {
      throw new UncheckedIOException(ended);
    }
  }

  void begin() {
    ask(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + StandInClient.INITIALIZE_PARAMS
            + "}");
  }

  void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException | InterruptedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** The exit code; a process that goes on is a failure. */
  int awaitExit() {
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        throw new AssertionError("still running");
      }
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
    return process.exitValue();
  }

  String rest() {
    return out.lines().reduce("", (a, b) -> a + b + "\n");
  }

  String errors() {
    return process.errorReader(UTF_8).lines().reduce("", (a, b) -> a + b + "\n");
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}

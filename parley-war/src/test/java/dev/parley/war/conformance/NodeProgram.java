package dev.parley.war.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program of the Node packages. What it prints is kept as files under the build's folder. */
final class NodeProgram {
  private static final int MAX_MINUTES = 4;

  private final List<String> command;

  /**
   * How a run ended.
   *
   * @param name what the run was called; {@code name.out} and {@code name.err} hold the rest
   */
  record Ended(String name, int exitCode, String out, String err) {

    /** For the message of an assertion. */
    @Override
    public String toString() {
      return name + " ended with " + exitCode + "\n" + out + err;
    }
  }

  private NodeProgram(Path script, String... words) {
    command = new ArrayList<>(List.of(property("parley.node"), script.toString()));
    command.addAll(List.of(words));
  }

  /** The official suite. */
  static NodeProgram conformance() {
    return new NodeProgram(Path.of(property("parley.conformance.dir"), "dist", "index.js"));
  }

  /** The Inspector on the command line. */
  static NodeProgram inspector() {
    return new NodeProgram(inspectorScript(), "--cli");
  }

  /** The script of the Inspector. */
  static Path inspectorScript() {
    return Path.of(property("parley.inspector.dir"), "clients", "launcher", "build", "index.js");
  }

  /** A client of the TypeScript SDK that logs in by itself. */
  static NodeProgram authClient() {
    return new NodeProgram(Path.of(property("parley.auth.client")));
  }

  /** The audit of pages, which starts the Chromium of the machine. */
  static NodeProgram lighthouse() {
    return new NodeProgram(Path.of(property("parley.lighthouse.dir"), "cli", "index.js"));
  }

  /** Where runs leave what they print. */
  static Path kept() {
    try {
      return Files.createDirectories(Path.of(property("parley.conformance.out")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs it to its end, in an environment that knows nothing of Parley. */
  Ended run(String name, List<String> words) {
    Path out = kept().resolve(name + ".out");
    Path err = kept().resolve(name + ".err");
    List<String> all = new ArrayList<>(command);
    all.addAll(words);
    ProcessBuilder builder =
        new ProcessBuilder(all).redirectOutput(out.toFile()).redirectError(err.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(variable -> variable.startsWith("PARLEY_"));
    environment.remove("JAVA_TOOL_OPTIONS");
    environment.put("HOME", kept().resolve("home").toString());
    environment.put("NO_COLOR", "1");
    try {
      return new Ended(
          name, exitCode(builder.start(), all), Files.readString(out), Files.readString(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int exitCode(Process process, List<String> words) {
    try {
      if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
        throw new AssertionError("still running: " + words);
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException(name + " is not set: run with -Pconformance");
    }
    return value;
  }
}

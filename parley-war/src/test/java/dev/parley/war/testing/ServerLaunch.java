package dev.parley.war.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a server is to be started: {@code java [jvm] -jar parley.war serve --port 0 --data TEMP
 * [options]}, with nothing of Parley's in the environment but what was put there.
 */
public final class ServerLaunch {
  private final List<String> jvm = new ArrayList<>();
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();
  private @Nullable Path data;
  private int port;

  ServerLaunch() {}

  /** Adds words of the command line, for example {@code "--rate-limit", "off"}. */
  public ServerLaunch with(String... words) {
    options.addAll(List.of(words));
    return this;
  }

  /** Adds flags of the virtual machine, for example {@code -Xmx256m}. */
  public ServerLaunch jvm(String... flags) {
    jvm.addAll(List.of(flags));
    return this;
  }

  /** Sets a setting that has no option, for example {@code "grace", "PT2S"}. */
  public ServerLaunch setting(String name, String value) {
    return jvm("-Dparley." + name + "=" + value);
  }

  /** Puts a variable into the server's environment. */
  public ServerLaunch environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Keeps the data in this folder, which is not removed; else it is a temporary one. */
  public ServerLaunch data(Path folder) {
    data = folder;
    return this;
  }

  /** Listens on this port; else on a free one. */
  public ServerLaunch port(int number) {
    port = number;
    return this;
  }

  /** Starts it and waits until it is healthy. */
  public RunningServer start() {
    ServerProcess process = process();
    try {
      return RunningServer.awaited(process);
    } catch (AssertionError | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** Starts it and waits until it says its address; its clients may refuse its certificate. */
  public RunningServer startWithoutHealth() {
    ServerProcess process = process();
    try {
      return RunningServer.listening(process);
    } catch (AssertionError | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** Starts it, expecting it to refuse and end on its own. */
  public ServerProcess.Ended refused() {
    try (ServerProcess process = process()) {
      return process.ended();
    }
  }

  private ServerProcess process() {
    try {
      boolean temporary = data == null;
      Path home = data == null ? Files.createTempDirectory("parley-data-") : data;
      Path war = Path.of(System.getProperty("parley.war"));
      List<String> command = new ArrayList<>();
      command.add(WarCommand.java());
      command.add("-Dparley.cache=" + war.resolveSibling("unpacked"));
      // A test run that is killed must not leave it behind.
      command.add("-Dparley.stopWithParent=true");
      command.addAll(WarCommand.flags());
      command.addAll(jvm);
      command.addAll(List.of("-jar", war.toString(), "serve", "--port", String.valueOf(port)));
      command.addAll(List.of("--data", home.toString()));
      command.addAll(options);
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      Map<String, String> inherited = builder.environment();
      inherited.keySet().removeIf(name -> name.startsWith("PARLEY_"));
      inherited.remove("JAVA_TOOL_OPTIONS");
      inherited.put("XDG_CONFIG_HOME", home.toString());
      inherited.putAll(environment);
      return new ServerProcess(builder.start(), home, temporary);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

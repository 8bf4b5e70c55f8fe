package dev.parley.bridge;

import static java.lang.ProcessBuilder.Redirect.DISCARD;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The command that starts a server which outlives the bridge: in a session of its own where the
 * machine has {@code setsid}, and else deaf to the end of the terminal. It is no child of the
 * bridge, and has none of its streams.
 *
 * @param words the server's program and arguments
 * @param environment everything the server finds in its environment
 */
record ServerCommand(List<String> words, Map<String, String> environment) {
  /** The time after which a server that nobody uses ends. */
  static final int DEFAULT_IDLE_SECONDS = 3_600;

  private static final int SHELL_SECONDS = 10;
  private static final Path SHELL = Path.of("/bin/sh");

  /** Starts the words behind the log and the file for the number of their process. */
  private static final String DETACH =
      "log=$1; process=$2; shift 2;"
          + " if command -v setsid >/dev/null 2>&1; then set -- setsid \"$@\";"
          + " else trap '' HUP; fi;"
          + " \"$@\" </dev/null >>\"$log\" 2>&1 & echo $! >\"$process\"";

  /** Names that a server has use for; the keys of its client are not for a longer life. */
  private static final Set<String> PASSED_ON =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "LANG",
          "LANGUAGE",
          "TZ",
          "TMPDIR",
          "TEMP",
          "TMP",
          "JAVA_HOME",
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "USERPROFILE",
          "APPDATA",
          "LOCALAPPDATA",
          "SYSTEMROOT");

  private static final Set<String> OF_THE_BRIDGE =
      Set.of(
          "PARLEY_URL",
          "PARLEY_AGENT",
          "PARLEY_WORKSPACE",
          "PARLEY_TOOLS",
          "PARLEY_SESSION_ID",
          "PARLEY_LOG",
          "PARLEY_START_SERVER",
          "PARLEY_WAR");

  /**
   * Returns the command for the server at the bridge's address, out of the file that the bridge
   * came from. Port, address and path are those of the bridge's address; the rest is left to the
   * environment and to the properties file, as for any other server.
   */
  static ServerCommand of(
      BridgeOptions options, StartOptions start, Map<String, String> environment, Path log)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("-Dparley.log=" + log);
    String cache = System.getProperty("parley.cache");
    if (cache != null) {
      words.add("-Dparley.cache=" + Path.of(cache).toAbsolutePath());
    }
    ServerUrl server = options.server();
    String context = server.context();
    words.addAll(List.of("-jar", war().toString(), "serve"));
    words.addAll(List.of("--port", Integer.toString(server.port()), "--bind", server.host()));
    words.addAll(List.of("--context", context.isEmpty() ? "/" : context));
    if (start.config() != null) {
      words.addAll(List.of("--config", Path.of(start.config()).toAbsolutePath().toString()));
    }
    return new ServerCommand(words, forServer(options.token(), start, environment));
  }

  private static Map<String, String> forServer(
      @Nullable String token, StartOptions start, Map<String, String> environment) {
    Map<String, String> passed = new TreeMap<>();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = variable.getKey();
      if (PASSED_ON.contains(name)
          || name.startsWith("LC_")
          || name.startsWith("XDG_")
          || (name.startsWith("PARLEY_") && !OF_THE_BRIDGE.contains(name))) {
        passed.put(name, variable.getValue());
      }
    }
    // Another port than the bridge's address says would be of no use to it.
    passed.put("PARLEY_NEXT_FREE_PORT", "false");
    if (token != null) {
      passed.remove("PARLEY_TOKEN_FILE");
      passed.put("PARLEY_TOKEN", token);
    }
    start.putIdleTime(passed, DEFAULT_IDLE_SECONDS);
    return passed;
  }

  private static Path war() throws IOException {
    try {
      Path file =
          Path.of(ServerCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isRegularFile(file)) {
        return file;
      }
    } catch (URISyntaxException | RuntimeException unusual) {
      // The same refusal as for classes in a folder.
    }
    throw new IOException("this program does not know the file it came from");
  }

  /** Starts the server; its process is in the folder then. */
  void run(StartFolder folder) throws IOException, InterruptedException {
    boolean hasShell = Files.isExecutable(SHELL);
    List<String> all = new ArrayList<>();
    if (hasShell) {
      all.addAll(List.of(SHELL.toString(), "-c", DETACH, "parley"));
      all.addAll(List.of(folder.log().toString(), folder.process().toString()));
    }
    all.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(all);
    builder.environment().clear();
    builder.environment().putAll(environment);
    File home = new File(System.getProperty("user.home", ""));
    if (home.isDirectory()) {
      builder.directory(home);
    }
    if (!hasShell) {
      ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(folder.log().toFile());
      Process server = builder.redirectOutput(log).redirectError(log).start();
      server.getOutputStream().close();
      Files.writeString(folder.process(), Long.toString(server.pid()));
      return;
    }
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    Process shell = builder.redirectOutput(DISCARD).redirectError(DISCARD).start();
    if (!shell.waitFor(SHELL_SECONDS, TimeUnit.SECONDS)) {
      shell.destroyForcibly();
      throw new IOException("the shell took longer than " + SHELL_SECONDS + " s");
    }
    if (shell.exitValue() != 0) {
      throw new IOException("the shell ended with " + shell.exitValue());
    }
  }

  /** Says nothing of the environment, where the token is. */
  @Override
  public String toString() {
    return String.join(" ", words);
  }
}

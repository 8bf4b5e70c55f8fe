package dev.parley.setup;

import dev.parley.bridge.BridgeClasses;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The command by which a client starts the bridge. It holds no token: the bridge reads that from
 * its environment, from a file or from its properties file.
 *
 * @param tokenFile the file of the token
 * @param ca the file of further certificate authorities
 * @param classes the file of the bridge's shared classes, see {@link BridgeClasses}
 */
record BridgeCommand(
    Path java,
    Path war,
    Optional<String> url,
    Optional<String> agent,
    Optional<Path> tokenFile,
    Optional<Path> ca,
    Optional<Path> classes) {
  /** The variables that the bridge reads, for clients that pass on none by themselves. */
  private static final List<String> VARIABLES =
      List.of(
          "PARLEY_TOKEN",
          "PARLEY_TOKEN_FILE",
          "PARLEY_CA",
          "PARLEY_URL",
          "PARLEY_AGENT",
          "PARLEY_WORKSPACE",
          "PARLEY_SESSION_ID",
          "PARLEY_LOG",
          "CODEX_HOME",
          "XDG_CONFIG_HOME",
          "XDG_DATA_HOME",
          "XDG_CACHE_HOME",
          "XDG_RUNTIME_DIR");

  private List<String> arguments() {
    List<String> arguments = new ArrayList<>(BridgeClasses.JVM);
    classes.ifPresent(file -> arguments.addAll(BridgeClasses.flags(file)));
    arguments.addAll(List.of("-jar", war.toString(), "mcp", start()));
    url.ifPresent(address -> arguments.addAll(List.of("--url", address)));
    agent.ifPresent(name -> arguments.addAll(List.of("--agent", name)));
    tokenFile.ifPresent(file -> arguments.addAll(List.of("--token-file", file.toString())));
    ca.ifPresent(file -> arguments.addAll(List.of("--ca", file.toString())));
    return arguments;
  }

  /**
   * At an address that was named, a server is started only where this machine can have it, and not
   * in place of one that somebody runs: an application server has a context path, and a server that
   * makes credentials has an operator.
   */
  private String start() {
    if (url.isEmpty()) {
      return "--start-server";
    }
    return tokenFile.isPresent() || hasContextPath(url.get())
        ? "--start-server=no"
        : "--start-server=auto";
  }

  private static boolean hasContextPath(String address) {
    String path = URI.create(address).getPath();
    return path != null && !path.matches("/?|/mcp(/.*)?");
  }

  /**
   * The server's entry in a JSON file.
   *
   * @param before members before the command, each with a comma after it
   * @param after members after the arguments, each with a comma before it
   */
  String json(String before, String after) {
    return "{"
        + before
        + "\"command\":"
        + JsonLayout.quoted(java.toString())
        + ",\"args\":"
        + list(arguments())
        + after
        + "}";
  }

  /** The keys of the server's table in a TOML file. */
  Map<String, String> toml(boolean approve) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("command", JsonLayout.quoted(java.toString()));
    keys.put("args", list(arguments()));
    keys.put("env_vars", list(VARIABLES));
    if (approve) {
      keys.put("default_tools_approval_mode", "\"approve\"");
    }
    return keys;
  }

  /** A list of strings, which JSON and TOML write alike. */
  private static String list(List<String> strings) {
    return strings.stream().map(JsonLayout::quoted).collect(Collectors.joining(", ", "[", "]"));
  }
}

package dev.parley.war.conformance;

import dev.parley.war.conformance.NodeProgram.Ended;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Inspector, set up to get to one server in one way. Each run is a session of its own. */
final class Inspector {
  private final List<String> before;
  private final List<String> after;

  private Inspector(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
  }

  /** Straight to the endpoint, with these headers. */
  static Inspector overHttp(URI mcp, List<String> headers) {
    List<String> words =
        new ArrayList<>(
            List.of("--server-url", mcp.toString(), "--transport", "http", "--stored-auth-only"));
    headers.forEach(header -> words.addAll(List.of("--header", header)));
    return new Inspector(words, List.of());
  }

  /** Through a bridge it starts, with these variables in the bridge's environment. */
  static Inspector overBridge(URI mcp, List<String> variables) {
    List<String> words = new ArrayList<>();
    variables.forEach(variable -> words.addAll(List.of("-e", variable)));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new Inspector(
        words,
        List.of(
            "--", java, "-jar", System.getProperty("parley.war"), "mcp", "--url", mcp.toString()));
  }

  Ended list(String name) {
    return run(name, "--method", "tools/list", "--strict");
  }

  Ended call(String name, String tool, String arguments) {
    return run(name, "--method", "tools/call", "--tool-name", tool, "--tool-args-json", arguments);
  }

  private Ended run(String name, String... words) {
    List<String> all = new ArrayList<>(before);
    all.addAll(List.of(words));
    all.addAll(List.of("--format", "json", "-q"));
    all.addAll(after);
    return NodeProgram.inspector().run("inspector-" + name, all);
  }
}

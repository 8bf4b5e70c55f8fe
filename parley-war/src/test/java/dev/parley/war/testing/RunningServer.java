package dev.parley.war.testing;

import static dev.parley.war.testing.Eventually.eventually;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A healthy server: {@code java -jar parley.war serve} in a process of its own, on a free port of
 * loopback with a temporary data folder. The file is the one system property {@code parley.war}
 * names.
 */
public final class RunningServer implements AutoCloseable {
  /** Two seconds on a quiet machine; a build is not a quiet machine. */
  private static final Duration START_BOUND = Duration.ofSeconds(60);

  private static final Pattern ADDRESS = Pattern.compile("Parley is at +(https?://[^\\s\"]+)");

  /** The last line of a start, which may be read a moment after the one with the address. */
  private static final String LAST_LINE = "Ctrl-C stops it.";

  /** The name of the last event of a start whose log is JSON. */
  private static final String LAST_EVENT = "\"server.ready\"";

  private final ServerProcess process;
  private final URI base;

  private RunningServer(ServerProcess process, URI base) {
    this.process = process;
    this.base = base;
  }

  /** Starts one with these words on the command line. */
  public static RunningServer start(String... options) {
    return launch().with(options).start();
  }

  /** A start that can still be told more. */
  public static ServerLaunch launch() {
    return new ServerLaunch();
  }

  static RunningServer awaited(ServerProcess process) {
    RunningServer server = listening(process);
    eventually("healthy", () -> server.http("/health").status() == 200);
    return server;
  }

  static RunningServer listening(ServerProcess process) {
    eventually(
        "the server said where it is; it printed " + process.printed(),
        START_BOUND,
        () -> {
          if (!process.isAlive()) {
            throw new AssertionError("the server ended: " + process.ended());
          }
          List<String> printed = process.printed();
          return address(printed) != null
              && printed.stream()
                  .anyMatch(line -> line.equals(LAST_LINE) || line.contains(LAST_EVENT));
        });
    return new RunningServer(process, URI.create(address(process.printed())));
  }

  private static String address(List<String> printed) {
    return printed.stream()
        .map(ADDRESS::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst()
        .orElse(null);
  }

  /** For example {@code http://127.0.0.1:40123}. */
  public URI base() {
    return base;
  }

  /** The port it listens on. */
  public int port() {
    return base.getPort();
  }

  /** The MCP endpoint with every tool. */
  public URI mcp() {
    return at("/mcp");
  }

  /** The address of a path, which begins with a slash. */
  public URI at(String path) {
    return URI.create(base + path);
  }

  /** Its data folder. */
  public Path data() {
    return process.data();
  }

  /** Its process, for its id, processor time and children. */
  public ProcessHandle handle() {
    return process.handle();
  }

  /** Returns the resident memory of its process; -1 where the system does not say. */
  public long residentMegabytes() {
    Path status = Path.of("/proc", Long.toString(handle().pid()), "status");
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(-1);
    } catch (IOException noSuchFile) {
      return -1;
    }
  }

  /** A session with its event stream open. */
  public RawMcp client() {
    return RawMcp.open(mcp());
  }

  /** Gets a path, with no header of MCP. */
  public Reply http(String path) {
    return RawMcp.at(at(path)).get();
  }

  /** What {@code GET /health} answers. */
  public JsonNode health() {
    return http("/health").json();
  }

  /** All it printed until now. */
  public List<String> printed() {
    return process.printed();
  }

  /** Asks it to end, and waits for that. */
  public ServerProcess.Ended sigterm() {
    return process.sigterm();
  }

  /** Ends it in the middle of whatever it does. */
  public ServerProcess.Ended kill9() {
    return process.kill9();
  }

  /** Kills it and removes its data folder, where that was a temporary one. */
  @Override
  public void close() {
    process.close();
  }
}

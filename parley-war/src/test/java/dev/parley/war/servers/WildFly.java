package dev.parley.war.servers;

import static dev.parley.war.testing.Eventually.eventually;

import dev.parley.war.testing.WarCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** WildFly with the WAR in {@code deployments}, started from a copy of its standalone folder. */
public final class WildFly extends ApplicationServer {
  private static final List<KnownWarning> KNOWN =
      List.of(
          new KnownWarning("WFLYTX0013", "the shipped configuration names no transaction node"),
          new KnownWarning("WFLYELY00023", "it makes its key store when it is first used"),
          new KnownWarning("WFLYELY01084", "it makes its key store when it is first used"),
          new KnownWarning(
              "WFLYEE0007: Not installing optional component io.modelcontextprotocol.server",
              "an asynchronous listener of the MCP SDK's servlet, which is not used"),
          new KnownWarning(
              "UT005088", "Undertow logs an error for a client that is gone, whoever wrote to it"));

  private static final List<String> OURS = List.of("parley", "H2 ", "MVStore", "Hikari");

  private final Path deployments;

  private WildFly(ServerRun run, int port, Path deployments) {
    super(run, port);
    this.deployments = deployments;
  }

  /** Starts the one that {@code parley.wildfly.home} names. */
  public static ApplicationServer start() {
    Path home = Path.of(System.getProperty("parley.wildfly.home"));
    int port = freePort();
    try {
      Path folder = Files.createTempDirectory("parley-wildfly-");
      Path base = folder.resolve("standalone");
      copy(home.resolve("standalone/configuration"), base.resolve("configuration"));
      Path deployments = Files.createDirectories(base.resolve("deployments"));
      Files.copy(war(), deployments.resolve("parley.war"));
      Map<String, String> settings = new HashMap<>(settings(folder));
      settings.put("LAUNCH_JBOSS_IN_BACKGROUND", "true");
      settings.put("PREPEND_JAVA_OPTS", String.join(" ", WarCommand.flags()));
      List<String> command =
          List.of(
              "sh",
              home.resolve("bin/standalone.sh").toString(),
              "-b=127.0.0.1",
              "-bmanagement=127.0.0.1",
              "-Djboss.server.base.dir=" + base,
              "-Djboss.http.port=" + port,
              "-Djboss.https.port=" + freePort(),
              "-Djboss.management.http.port=" + freePort());
      return new WildFly(ServerRun.start(folder, command, settings), port, deployments).awaited();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  boolean refusedTheWar() {
    return Files.exists(deployments.resolve("parley.war.failed"));
  }

  @Override
  List<KnownWarning> known() {
    return KNOWN;
  }

  @Override
  String undeploy() {
    List<String> before = ours();
    if (before.isEmpty()) {
      throw new AssertionError("no thread of Parley's: this looks at the wrong names or process");
    }
    try {
      Files.delete(deployments.resolve("parley.war.deployed"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    eventually("undeployed", () -> Files.exists(deployments.resolve("parley.war.undeployed")));
    eventually("no thread of Parley's is left of " + before, () -> ours().isEmpty());
    eventually("the context is gone", () -> status("/health") == 404);
    return "marker removed; these threads ended: " + before;
  }

  private List<String> ours() {
    return run().threads().stream()
        .filter(name -> OURS.stream().anyMatch(name::startsWith))
        .sorted()
        .toList();
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}

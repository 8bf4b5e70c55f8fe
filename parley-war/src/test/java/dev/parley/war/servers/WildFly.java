package dev.parley.war.servers;

import static dev.parley.war.testing.Eventually.eventually;

import dev.parley.war.testing.WarCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  private static final String DATA_SOURCE = "java:jboss/datasources/ParleyDS";

  private static final String DRIVER =
      """
      <jboss-deployment-structure>
        <deployment>
          <dependencies>
            <module name="deployment.%s"/>
          </dependencies>
        </deployment>
      </jboss-deployment-structure>
      """;

  /** Starts the one that {@code parley.wildfly.home} names. */
  public static ApplicationServer start() {
    return start(ServerSetup.PLAIN);
  }

  /** Starts it with this setup, and waits until Parley is healthy. */
  static ApplicationServer start(ServerSetup setup) {
    Path home = Path.of(System.getProperty("parley.wildfly.home"));
    int port = freePort();
    try {
      Path folder = Files.createTempDirectory("parley-wildfly-");
      Path base = folder.resolve("standalone");
      copy(home.resolve("standalone/configuration"), base.resolve("configuration"));
      Path deployments = Files.createDirectories(base.resolve("deployments"));
      Path war = war(deployments);
      for (Path more : setup.beside()) {
        Files.copy(more, deployments.resolve(more.getFileName()));
      }
      Map<String, String> settings = new HashMap<>(settings(folder, port, setup));
      settings.put("LAUNCH_JBOSS_IN_BACKGROUND", "true");
      List<String> flags = new ArrayList<>(WarCommand.flags());
      if (setup.redeploys()) {
        flags.add(NO_SOFT_REFERENCES);
      }
      if (setup.source().isPresent()) {
        SourceDatabase database = setup.source().get().apply(folder);
        if (database.jar().isPresent()) {
          Files.copy(database.jar().get(), deployments.resolve(database.wildFlyDriver()));
        }
        settings.put("PARLEY_DB", "java:comp/env/jdbc/parley");
        addReference(war, database);
        addDataSource(base.resolve("configuration/standalone.xml"), database);
      }
      settings.put("PREPEND_JAVA_OPTS", String.join(" ", flags));
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

  private static void addDataSource(Path configuration, SourceDatabase database)
      throws IOException {
    String text = Files.readString(configuration);
    String source =
        """
        <datasources>
          <datasource jndi-name="%s" pool-name="ParleyDS" jta="false">
            <connection-url>%s</connection-url>
            <driver>%s</driver>
            <security user-name="%s" password="%s"/>
            <validation>
              <check-valid-connection-sql>SELECT 1</check-valid-connection-sql>
              <validate-on-match>true</validate-on-match>
            </validation>
          </datasource>
        """
            .formatted(
                DATA_SOURCE,
                database.url(),
                database.wildFlyDriver(),
                database.user(),
                database.password());
    Files.writeString(configuration, text.replaceFirst("<datasources>", source));
  }

  /**
   * Does what a deployment overlay does. Without the reference the data source would stop first;
   * without the driver of the data source there is nothing to listen with.
   */
  private static void addReference(Path war, SourceDatabase database) throws IOException {
    String reference =
        """
        <jboss-web>
          <resource-ref>
            <res-ref-name>jdbc/parley</res-ref-name>
            <jndi-name>%s</jndi-name>
          </resource-ref>
        </jboss-web>
        """
            .formatted(DATA_SOURCE);
    try (FileSystem files = FileSystems.newFileSystem(war)) {
      Files.writeString(files.getPath("WEB-INF/jboss-web.xml"), reference);
      if (database.jar().isPresent()) {
        Path structure = files.getPath("WEB-INF/jboss-deployment-structure.xml");
        Files.writeString(structure, DRIVER.formatted(database.wildFlyDriver()));
      }
    }
  }

  @Override
  void deployAnew() {
    try {
      Files.delete(deployments.resolve("parley.war.deployed"));
      Files.createFile(deployments.resolve("parley.war.dodeploy"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    eventually(
        "deployed",
        START_BOUND,
        () -> refusedTheWar() || Files.exists(deployments.resolve("parley.war.deployed")));
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

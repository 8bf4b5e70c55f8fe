package dev.parley.war.servers;

import static dev.parley.war.testing.Eventually.eventually;

import dev.parley.war.testing.WarCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Payara Micro, given the WAR on its command line. It lets go of it only by ending. */
public final class PayaraMicro extends ApplicationServer {
  private static final int BY_SIGTERM = 143;

  private static final List<KnownWarning> KNOWN =
      List.of(
          new KnownWarning("NCLS-SECURITY-05054", "it trusts certificates that have expired"),
          new KnownWarning(
              "Hazelcast is starting in a Java modular environment",
              "without -jar its manifest opens no packages to it, and it is not used"),
          new KnownWarning(
              "Some of the ports seem occupied",
              "another one runs beside it, and each starts a Hazelcast of its own"),
          new KnownWarning(
              "Terminating forcefully",
              "at a signal the hook of Hazelcast may be first, before Payara ends it in order"),
          new KnownWarning(
              "Payara Micro Runtime directory is located in a temporary file location",
              "where it deployed once it would deploy twice at the next start, so it begins anew"),
          new KnownWarning(
              "The web application [unknown] registered the JDBC driver",
              "it loads every driver once while it looks through the WAR"));

  private static final String DATA_SOURCE = "jdbc/parley";
  private static final Path REDEPLOYER = Path.of("src/test/payara/PayaraRedeployer.java");

  private int redeploys;

  private PayaraMicro(ServerRun run, int port) {
    super(run, port);
  }

  /** Starts the one that {@code parley.payara.jar} names. */
  public static ApplicationServer start() {
    return start(ServerSetup.PLAIN);
  }

  /** Starts it with this setup, and waits until Parley is healthy. */
  static ApplicationServer start(ServerSetup setup) {
    int port = freePort();
    try {
      Path folder = Files.createTempDirectory("parley-payara-");
      Path temporary = Files.createDirectory(folder.resolve("temp"));
      Path loopback = folder.resolve("loopback.asadmin");
      Files.writeString(
          loopback,
          "set configs.config.server-config.network-config.network-listeners"
              + ".network-listener.http-listener.address=127.0.0.1\n");
      Map<String, String> settings = new HashMap<>(settings(folder, port, setup));
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(WarCommand.flags());
      command.addAll(List.of("-Xmx512m", "-Djava.io.tmpdir=" + temporary));
      String jar = System.getProperty("parley.payara.jar");
      if (setup.redeploys()) {
        command.add(NO_SOFT_REFERENCES);
        command.addAll(opened(jar));
        command.addAll(List.of("-cp", jar, REDEPLOYER.toAbsolutePath().toString()));
      } else {
        command.addAll(List.of("-jar", jar));
      }
      if (setup.source().isPresent()) {
        SourceDatabase database = setup.source().get().apply(folder);
        settings.put("PARLEY_DB", DATA_SOURCE);
        Path source = folder.resolve("source.asadmin");
        Files.writeString(source, dataSource(database));
        command.addAll(List.of("--postbootcommandfile", source.toString()));
        database.jar().ifPresent(driver -> command.addAll(List.of("--addlibs", driver.toString())));
      }
      command.addAll(
          List.of(
              "--prebootcommandfile",
              loopback.toString(),
              "--port",
              String.valueOf(port),
              "--nocluster",
              "--nohazelcast",
              "--disablephonehome",
              "--contextroot",
              "parley",
              "--deploy",
              war(folder).toString()));
      ServerRun run = ServerRun.start(folder, command, settings);
      return new PayaraMicro(run, port).awaited();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The packages that its manifest opens where it is started with {@code -jar}. */
  private static List<String> opened(String jar) throws IOException {
    try (JarFile file = new JarFile(jar)) {
      String opens = file.getManifest().getMainAttributes().getValue("Add-Opens");
      return Stream.of(opens.split(" +", -1))
          .map(name -> "--add-opens=" + name + "=ALL-UNNAMED")
          .toList();
    }
  }

  /** The commands of Payara that make the data source; a colon in a property has a backslash. */
  private static String dataSource(SourceDatabase database) {
    return "create-jdbc-connection-pool --datasourceclassname "
        + database.dataSourceClass()
        + " --restype javax.sql.DataSource"
        + " --isconnectvalidatereq=true --validationmethod=auto-commit --property url="
        + database.url().replaceAll("([:;=])", "\\\\$1")
        + ":user="
        + database.user()
        + ":password="
        + database.password()
        + " ParleyPool\n"
        + "create-jdbc-resource --connectionpoolid ParleyPool "
        + DATA_SOURCE
        + "\n";
  }

  @Override
  void deployAnew() {
    String line = "redeployed " + ++redeploys;
    run().say(line);
    eventually("deployed", START_BOUND, () -> run().log().contains(line + ": true"));
  }

  @Override
  boolean refusedTheWar() {
    return run().log().contains("Exception while loading the app");
  }

  @Override
  List<KnownWarning> known() {
    return KNOWN;
  }

  @Override
  String undeploy() {
    int exit = run().sigterm();
    if (exit != BY_SIGTERM) {
      throw new AssertionError("exit code " + exit + " after SIGTERM\n" + run().excerpt());
    }
    return "SIGTERM; exit code " + exit;
  }
}

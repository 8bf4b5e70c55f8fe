package dev.parley.war.servers;

import dev.parley.war.testing.WarCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Payara Micro, given the WAR on its command line. It lets go of it only by ending. */
public final class PayaraMicro extends ApplicationServer {
  private static final int BY_SIGTERM = 143;

  private static final List<KnownWarning> KNOWN =
      List.of(
          new KnownWarning("NCLS-SECURITY-05054", "it trusts certificates that have expired"),
          new KnownWarning(
              "Payara Micro Runtime directory is located in a temporary file location",
              "where it deployed once it would deploy twice at the next start, so it begins anew"),
          new KnownWarning(
              "The web application [unknown] registered the JDBC driver",
              "it loads every driver once while it looks through the WAR"));

  private PayaraMicro(ServerRun run, int port) {
    super(run, port);
  }

  /** Starts the one that {@code parley.payara.jar} names. */
  public static ApplicationServer start() {
    int port = freePort();
    try {
      Path folder = Files.createTempDirectory("parley-payara-");
      Path temporary = Files.createDirectory(folder.resolve("temp"));
      Path loopback = folder.resolve("loopback.asadmin");
      Files.writeString(
          loopback,
          "set configs.config.server-config.network-config.network-listeners"
              + ".network-listener.http-listener.address=127.0.0.1\n");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(WarCommand.flags());
      command.addAll(
          List.of(
              "-Xmx512m",
              "-Djava.io.tmpdir=" + temporary,
              "-jar",
              System.getProperty("parley.payara.jar"),
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
              war().toString()));
      ServerRun run = ServerRun.start(folder, command, settings(folder));
      return new PayaraMicro(run, port).awaited();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

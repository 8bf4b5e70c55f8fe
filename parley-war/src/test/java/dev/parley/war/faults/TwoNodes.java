package dev.parley.war.faults;

import dev.parley.war.nodes.RestartablePostgres;
import dev.parley.war.nodes.TestNode;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerLaunch;
import dev.parley.war.testing.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Two servers that are one place, and everything below them, each of which can fail. */
final class TwoNodes implements AutoCloseable {
  /** One server, which is started again on the port it had. */
  static final class Node implements TestNode, AutoCloseable {
    private final ServerLaunch launch;
    private final List<String> ended = new ArrayList<>();
    private volatile RunningServer server;

    Node(ServerLaunch launch) {
      this.launch = launch;
      this.server = launch.start();
    }

    RunningServer server() {
      return server;
    }

    @Override
    public RawMcp stranger() {
      return RawMcp.at(server.mcp());
    }

    void kill9() {
      ended.addAll(lines(server.kill9()));
    }

    void sigterm() {
      ended.addAll(lines(server.sigterm()));
    }

    void startAgain() {
      server = launch.port(server.port()).start();
    }

    void pause() {
      signal("STOP");
    }

    void goOn() {
      signal("CONT");
    }

    /** All its processes printed until now. */
    List<String> printed() {
      List<String> all = new ArrayList<>(ended);
      if (server.handle().isAlive()) {
        all.addAll(server.printed());
      }
      return all;
    }

    private static List<String> lines(ServerProcess.Ended ended) {
      return List.of(ended.printed().split("\n", -1));
    }

    private void signal(String signal) {
      try {
        String pid = String.valueOf(server.handle().pid());
        new ProcessBuilder("kill", "-" + signal, pid).start().waitFor();
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      server.close();
    }
  }

  private final RestartablePostgres database;
  private final Optional<BrokerProcess> broker;
  private final Node first;
  private final Node second;

  /** Starts them, each with these options. */
  TwoNodes(Carrier carrier, String... options) {
    this.broker = carrier.start();
    this.database = new RestartablePostgres();
    this.first = node("a", options);
    this.second = node("b", options);
  }

  private Node node(String name, String... options) {
    ServerLaunch launch =
        RunningServer.launch()
            .with("--db", database.url(), "--rate-limit", "off")
            .with(options)
            .environment("PARLEY_MAX_EXCHANGES", "off")
            .environment("PARLEY_NODE", name);
    broker.ifPresent(there -> launch.with("--bus", there.url()));
    return new Node(launch);
  }

  Node first() {
    return first;
  }

  Node second() {
    return second;
  }

  RestartablePostgres database() {
    return database;
  }

  /** Takes away the broker, at once; where there is none, the database, which ends as asked. */
  void stopCarrier() {
    broker.ifPresentOrElse(BrokerProcess::kill9, database::stopFast);
  }

  void startCarrier() {
    broker.ifPresentOrElse(BrokerProcess::start, database::start);
  }

  @Override
  public void close() {
    first.close();
    second.close();
    broker.ifPresent(BrokerProcess::close);
    database.close();
  }
}

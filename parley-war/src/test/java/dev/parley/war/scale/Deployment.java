package dev.parley.war.scale;

import dev.parley.war.faults.BrokerProcess;
import dev.parley.war.nodes.RestartablePostgres;
import dev.parley.war.testing.RunningServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Nodes over a PostgreSQL that forces its commits to the disk, and a broker; all new and empty. */
final class Deployment implements AutoCloseable {
  private static final String COMMITS =
      "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()";
  private static final Map<String, String> DURABLE =
      Map.of("fsync", "on", "full_page_writes", "on");

  private final RestartablePostgres database;
  private final Broker kind;
  private final BrokerProcess broker;
  private final List<RunningServer> nodes = new ArrayList<>();

  private Deployment(Broker kind) {
    this.kind = kind;
    this.database = new RestartablePostgres(DURABLE);
    this.broker = kind.start();
  }

  static Deployment start(Broker broker, int nodes) {
    Deployment deployment = new Deployment(broker);
    try {
      for (int i = 0; i < nodes; i++) {
        deployment.addNode("node-" + i);
      }
      return deployment;
    } catch (AssertionError | RuntimeException e) {
      deployment.close();
      throw e;
    }
  }

  private void addNode(String name) {
    nodes.add(
        RunningServer.launch()
            .with("--db", database.url(), "--bus", broker.url(), "--rate-limit", "off")
            .environment("PARLEY_NODE", name)
            .environment("PARLEY_MAX_EXCHANGES", "off")
            .environment("PARLEY_MAX_MESSAGES", "1000000")
            .environment("PARLEY_MAX_TASKS", "1000000")
            .start());
  }

  /** The addresses of the nodes, with commas between. */
  String urls() {
    return nodes.stream().map(node -> node.base().toString()).collect(Collectors.joining(","));
  }

  /** The first processes of a part. */
  List<ProcessHandle> processes(Part part) {
    return switch (part) {
      case NODES -> nodes.stream().map(RunningServer::handle).toList();
      case POSTGRESQL -> List.of(database.handle());
      case BROKER -> broker.handle().stream().toList();
      case DRIVER -> List.of(ProcessHandle.current());
    };
  }

  /** Transactions that the database has committed, as far as its backends have reported them. */
  long commits() {
    try (Connection connection = DriverManager.getConnection(database.url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(COMMITS)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Has PostgreSQL count its rows, as it does by itself within minutes. Until then it chooses
   * indexes for tables that are nearly empty.
   */
  void analyze() {
    try (Connection connection = DriverManager.getConnection(database.url());
        Statement statement = connection.createStatement()) {
      statement.execute("ANALYZE");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Bytes that the broker received and sent. */
  long brokerBytes() {
    return BrokerTraffic.bytes(kind, broker);
  }

  /** Lines of the nodes' logs that report trouble. */
  List<String> warnings() {
    return nodes.stream()
        .flatMap(node -> node.printed().stream())
        .filter(line -> Stream.of("WARN", "ERROR", "SEVERE").anyMatch(line::contains))
        .toList();
  }

  @Override
  public void close() {
    nodes.forEach(RunningServer::close);
    broker.close();
    database.close();
  }
}

package dev.parley.war.clients;

import dev.parley.war.testing.RunningServer;
import java.nio.file.Path;
import java.util.List;

/** An agent CLI in a clean home, with Parley installed and a model that a stand-in plays. */
abstract class AgentCli implements AutoCloseable {
  private final String name;
  private final ClientHome home = ClientHome.fresh();
  private final ModelEndpoint model;

  /**
   * @param name a word for files and agents
   */
  AgentCli(String name, ModelWire wire, RunningServer server) {
    this.name = name;
    this.model = ModelEndpoint.start(wire, logs().resolve(name + ".jsonl"));
    home.with("PARLEY_URL", server.base().toString())
        .with("PARLEY_WAR", System.getProperty("parley.war"))
        .with("PARLEY_AGENT", name)
        .with("PARLEY_SESSION_ID", name);
  }

  /** Returns the name of the product with its version. */
  abstract String title();

  /** Returns the command that runs one turn and ends. */
  abstract List<String> turn(String prompt);

  /** Returns the command of an interactive session. */
  abstract List<String> session();

  /** Returns words on the screen of an interactive session that waits for input. */
  abstract String ready();

  /** Returns the client's own list of its servers. */
  abstract String listing();

  /** Returns the words by which the model's request shows that its turn began by a wake. */
  abstract String wakeMark();

  /** Returns the name of the client's agent and of its session in Parley. */
  String name() {
    return name;
  }

  /** Returns the home. */
  ClientHome home() {
    return home;
  }

  /** Returns the stand-in. */
  ModelEndpoint model() {
    return model;
  }

  /** Returns the folder that keeps what the stand-ins log. */
  static Path logs() {
    return Path.of(System.getProperty("parley.clients.home"), "logs");
  }

  /** Returns the folder of the sources, whose plugins are installed from there. */
  static Path checkout() {
    return Path.of(System.getProperty("parley.checkout"));
  }

  /** Returns the command of the bridge. */
  static List<String> bridge() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-jar",
        System.getProperty("parley.war"),
        "mcp");
  }

  @Override
  public void close() {
    model.close();
    home.close();
  }
}

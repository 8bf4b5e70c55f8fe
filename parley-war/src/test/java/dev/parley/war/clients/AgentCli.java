package dev.parley.war.clients;

import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.WarCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An agent CLI in a clean home. Our {@code setup} has installed Parley in it, and a stand-in plays
 * its model.
 */
abstract class AgentCli implements AutoCloseable {
  private final String name;
  private final ClientHome home = ClientHome.fresh();
  private final ModelEndpoint model;
  private final String server;

  /**
   * @param name a word for files and agents
   */
  AgentCli(String name, ModelWire wire, RunningServer server) {
    this.name = name;
    this.model = ModelEndpoint.start(wire, logs().resolve(name + ".jsonl"));
    this.server = server.base().toString();
    home.with("PARLEY_SESSION_ID", name);
  }

  /** Runs our {@code setup} for a client. */
  final void setup(String client, String... more) {
    List<String> words = parley("setup", client, "--agent", name, "--url", server);
    words.addAll(List.of(more));
    home.run(words);
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

  /** Returns the rungs that the client does not have, and why. */
  abstract Map<Rung, String> missing();

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

  /** Returns a command of the WAR. */
  static List<String> parley(String... words) {
    return WarCommand.of(words);
  }

  /** Returns the command that runs {@code shell} where the agent is to be woken. */
  List<String> watch(String shell) {
    return parley("watch", "--agent", name, "--url", server, "--exec", shell);
  }

  @Override
  public void close() {
    model.close();
    home.close();
  }
}

package dev.parley.war.tool;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.session.Session;
import dev.parley.war.wake.HandedMessages;
import dev.parley.war.wire.Arguments;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * One call of a tool.
 *
 * @param caller who calls
 * @param arguments what it was given
 */
record ToolCall(Caller caller, Arguments arguments) {

  /**
   * Returns the value of an argument.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where there is none, and
   *     for a wrong one
   */
  <T> T get(Param<T> argument) {
    return argument.get(arguments);
  }

  /**
   * Returns the value of an argument, if it was given.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a wrong one
   */
  <T> Optional<T> find(Param<T> argument) {
    return argument.find(arguments);
  }

  /** Returns true if {@code argument} was given. */
  boolean has(Param<?> argument) {
    return arguments.hasAny(argument.name());
  }

  /** Returns true if {@code argument} was given, and is not empty. */
  boolean isFilled(Param<?> argument) {
    return arguments.isFilled(argument.name());
  }

  /** The connection it came over. */
  Connection connection() {
    return caller.connection();
  }

  /**
   * The agent this call acts as.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}; {@code name_reserved}
   */
  AgentId agent() {
    return caller.agent(arguments);
  }

  /**
   * The connection of the agent this call acts as, which is opened where it has none.
   *
   * @throws dev.parley.problem.ParleyException as of {@link #agent} and {@link Connection#as}
   */
  Connection acting() {
    return connection().as(agent());
  }

  /**
   * The connection of the agent this call acts as, if it is open.
   *
   * @throws dev.parley.problem.ParleyException as of {@link #agent}
   */
  Optional<Connection> opened() {
    return connection().opened(agent());
  }

  /**
   * Notes that this call read messages for the agent it acts as.
   *
   * @param read returns them, given the time of the agent's last message
   */
  void handed(Function<Instant, HandedMessages> read) {
    caller.desks().handedOut(connection(), agent(), read);
  }

  /**
   * The connection's session, as the agent this call acts as.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}; {@code name_reserved}
   */
  Session session() {
    return connection().sessions().current().as(agent());
  }
}

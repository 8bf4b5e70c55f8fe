package dev.parley.war.tool;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.ReservedNames;
import dev.parley.message.Unread;
import dev.parley.problem.NameReserved;
import dev.parley.problem.ParleyException;
import dev.parley.war.grant.Grant;
import dev.parley.war.guard.AgentGuard;
import dev.parley.war.wake.Desks;
import dev.parley.war.wake.WakeServices;
import dev.parley.war.wake.WakeTests;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.MaxAnswer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The caller of one call, and the one place that says as whom a call may act. */
public final class Caller {
  /**
   * The argument that names the caller. Nearly every tool has it, so its schema has the length of a
   * name and not its form: the list of all tools has a budget of bytes.
   */
  static final Param<AgentId> AGENT =
      Param.optional("agent_id", AgentId::of, JsonTypes.text(AgentId.MAX_LENGTH, "Default: you."));

  private final Connection connection;
  private final Grant grant;
  private final ServerAddress place;
  private final int answerBytes;
  private final WakeServices wake;

  /** The agent the call acts as, once it is found that it may. */
  private volatile @Nullable AgentId acting;

  /**
   * Makes the caller of a call.
   *
   * @param connection the connection the call came over
   * @param grant the rights it comes with
   * @param place where it found the server
   * @param answerBytes the bytes of one answer that lists something
   * @param wake the desks and the reach of agents
   */
  public Caller(
      Connection connection, Grant grant, ServerAddress place, int answerBytes, WakeServices wake) {
    this.connection = connection;
    this.grant = grant;
    this.place = place;
    this.answerBytes = answerBytes;
    this.wake = wake;
  }

  /** A caller of the usual answers, where no credential is needed. */
  public Caller(Connection connection, ServerAddress place) {
    this(connection, Grant.OPEN, place, MaxAnswer.DEFAULT_BYTES, WakeServices.unguarded());
  }

  Connection connection() {
    return connection;
  }

  Grant grant() {
    return grant;
  }

  ServerAddress place() {
    return place;
  }

  int answerBytes() {
    return answerBytes;
  }

  WakeServices wake() {
    return wake;
  }

  Desks desks() {
    return wake.desks();
  }

  WakeTests tests() {
    return wake.tests();
  }

  /**
   * The agent this call acts as: the one it names, else the connection's own. A caller makes one
   * call: the first answer stays, whatever arguments come later.
   *
   * @throws ParleyException {@code invalid_argument}; {@code name_reserved}; {@code
   *     permission_denied}
   */
  AgentId agent(Arguments arguments) {
    AgentId known = acting;
    if (known == null) {
      known = found(arguments);
      acting = known;
    }
    return known;
  }

  private AgentId found(Arguments arguments) {
    AgentId agent = AGENT.find(arguments).map(this::permitted).orElseGet(connection::agent);
    if (!agent.equals(connection.agent())) {
      desks().acting().note(connection, agent);
    }
    return agent;
  }

  /**
   * Counts the unread messages of the agent that makes a call, where it has a connection; else
   * those of the connection's own agent.
   *
   * @param named as of {@link #begins}
   */
  Unread unread(boolean named, Map<String, Object> given) {
    AgentId agent = named ? namedIn(given) : connection.agent();
    return connection.opened(agent).orElse(connection).unread();
  }

  /** Notes that a call of the agent that the arguments name has done work. */
  void worked(boolean named, Map<String, Object> given) {
    if (desks().guards().isOn()) {
      AgentId agent = named ? namedIn(given) : connection.agent();
      desks().guards().find(connection.workspace(), agent).ifPresent(AgentGuard::worked);
    }
  }

  /**
   * Begins a call: renews the claims of the agent that makes it, even where the call is refused.
   *
   * @param named whether the arguments may name the caller; else it is the connection's own agent
   */
  void begins(boolean named, Map<String, Object> given) {
    connection.renewLeases(named ? namedIn(given) : connection.agent());
  }

  /**
   * Returns the agent a call says it is of; the connection's own where it says nothing that can be.
   */
  private AgentId namedIn(Map<String, Object> given) {
    try {
      return agent(Arguments.ofAny(given));
    } catch (ParleyException refusedWhereItIsRead) {
      return connection.agent();
    }
  }

  /** Returns {@code named} where the caller may act as it. */
  private AgentId permitted(AgentId named) {
    if (named.equals(connection.agent())) {
      return named;
    }
    grant.checkName(named);
    if (ReservedNames.isReservedForPeople(named.value())
        || connection.presence().isPerson(named.value())) {
      throw new ParleyException(new NameReserved(named.value()));
    }
    return named;
  }
}

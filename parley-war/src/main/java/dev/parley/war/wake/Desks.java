package dev.parley.war.wake;

import dev.parley.agent.Connection;
import dev.parley.agent.InboxBatch;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.UrgentRefused;
import dev.parley.war.guard.AgentGuard;
import dev.parley.war.guard.LoopGuards;
import dev.parley.war.wake.ActingAgents.ActingAgent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The desks of all connections of this node that have one, and the guards of their agents: the
 * place that urgent messages and what people say go through.
 */
public final class Desks {
  private final LoopGuards guards;
  private final HourlyCount urgent;
  private final Map<ConnectionId, OpenDesk> open = new ConcurrentHashMap<>();
  private final AgentActivities activities = new AgentActivities();
  private final ActingAgents acting = new ActingAgents();
  private final HookReports reports = new HookReports(activities);

  private record OpenDesk(Connection connection, WakeDesk desk, UrgentPolicy policy) {}

  /** Makes the desks of a node that has none yet. */
  public Desks(LoopGuards guards) {
    this.guards = guards;
    this.urgent = new HourlyCount(guards.limits().urgent(), guards.clock());
  }

  /** Returns desks without any guard. */
  public static Desks unguarded() {
    return new Desks(LoopGuards.off());
  }

  /** Returns the guards. */
  public LoopGuards guards() {
    return guards;
  }

  /** Returns what the agents do. */
  public AgentActivities activities() {
    return activities;
  }

  /** Returns the agents that act through connections of others. */
  public ActingAgents acting() {
    return acting;
  }

  /** Returns the desk of hooks that report beside any connection. */
  public HookReports reports() {
    return reports;
  }

  /**
   * Returns the agents of a workspace that act here without a connection of their own: those that
   * act through others, and then those whose hooks reported.
   */
  public List<ActingAgent> unconnected(WorkspaceId workspace) {
    return Stream.concat(acting.of(workspace).stream(), reports.of(workspace).stream()).toList();
  }

  /**
   * Makes the desk of {@code connection}.
   *
   * @param channel pushes to its client
   */
  public WakeDesk desk(Connection connection, UrgentPolicy policy, ChannelPush channel) {
    WakeDesk desk =
        new WakeDesk(
            connection.inbox(),
            new DeskGuards(
                guards.of(connection.workspace(), connection.agent()),
                new WakeBudget(guards, connection.workspace(), connection.agent())),
            channel);
    open.put(connection.id(), new OpenDesk(connection, desk, policy));
    return desk;
  }

  /** Forgets the desk of a connection that has ended, or goes on elsewhere. */
  public void forget(Connection connection) {
    open.remove(connection.id());
    activities.remove(connection.workspace(), connection.agent());
    acting.remove(connection);
  }

  /** Notes that a call of {@code connection} returned {@code batch}. */
  public void handedOut(Connection connection, InboxBatch batch) {
    handedOut(connection, connection.agent(), HandedMessages.of(batch));
  }

  /**
   * Notes that a call of {@code connection} read messages for {@code agent}.
   *
   * @param read returns the messages, given the time of the agent's last message
   */
  public void handedOut(
      Connection connection, AgentId agent, Function<Instant, HandedMessages> read) {
    AgentGuard guard = guards.of(connection.workspace(), agent);
    handedOut(connection, agent, read.apply(guard.lastSent()));
  }

  private void handedOut(Connection connection, AgentId agent, HandedMessages handed) {
    OpenDesk own = agent.equals(connection.agent()) ? open.get(connection.id()) : null;
    if (own != null) {
      own.desk().handedOut(handed);
    } else {
      AgentGuard guard = guards.of(connection.workspace(), agent);
      handed.senders().forEach(guard::handed);
    }
  }

  /** Notes that a person wrote to {@code agent}. */
  public void personWrote(WorkspaceId workspace, AgentId agent) {
    guards.find(workspace, agent).ifPresent(AgentGuard::reset);
  }

  /** Notes that a person wrote in a room of {@code observer}'s workspace. */
  public void personWrote(Connection observer, RoomName room) {
    if (guards.isOn()) {
      members(observer, room).forEach(agent -> personWrote(observer.workspace(), agent));
    }
  }

  private static Set<AgentId> members(Connection observer, RoomName room) {
    return observer.rooms().members(room).stream()
        .map(member -> member.agent())
        .collect(Collectors.toSet());
  }

  /**
   * Sends an urgent message to one agent.
   *
   * @param person whether the sender is a person
   * @param sending sends it
   * @param id returns the id of what was sent
   * @throws ParleyException {@code urgent_refused}, {@code rate_limited}; nothing is sent then
   */
  public <T> T toAgent(
      Connection from,
      AgentId sender,
      AgentId to,
      boolean person,
      Supplier<T> sending,
      Function<T, MessageId> id) {
    return send(from.workspace(), sender, Set.of(to), person, sending, id);
  }

  /**
   * Sends an urgent message to a room. It interrupts those of its members that let it.
   *
   * @throws ParleyException {@code urgent_refused}, {@code rate_limited}; nothing is sent then
   */
  public <T> T toRoom(
      Connection from,
      RoomName room,
      boolean person,
      Supplier<T> sending,
      Function<T, MessageId> id) {
    Set<AgentId> members = members(from, room);
    members.remove(from.agent());
    return send(from.workspace(), from.agent(), members, person, sending, id);
  }

  /** Refuses an urgent message to everyone in a session. */
  public static ParleyException refuseToAll() {
    return InvalidArgument.refusal(
        "urgent", "it goes with one agent or with a room, not with everyone in a session");
  }

  private <T> T send(
      WorkspaceId workspace,
      AgentId sender,
      Set<AgentId> receivers,
      boolean person,
      Supplier<T> sending,
      Function<T, MessageId> id) {
    List<OpenDesk> here =
        open.values().stream()
            .filter(each -> each.connection().workspace().equals(workspace))
            .filter(each -> receivers.contains(each.connection().agent()))
            .toList();
    List<OpenDesk> willing = here.stream().filter(each -> each.policy().admits(person)).toList();
    if (willing.isEmpty()) {
      throw new ParleyException(new UrgentRefused(names(here)));
    }
    urgent.take(sender);
    T sent;
    try {
      sent = sending.get();
    } catch (ParleyException refused) {
      urgent.giveBack(sender);
      throw refused;
    }
    MessageId message = id.apply(sent);
    willing.forEach(each -> each.desk().interrupt(message));
    return sent;
  }

  private static List<String> names(List<OpenDesk> open) {
    return open.stream()
        .map(each -> each.connection().agent().value())
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns the number of desks. */
  int size() {
    return open.size();
  }
}

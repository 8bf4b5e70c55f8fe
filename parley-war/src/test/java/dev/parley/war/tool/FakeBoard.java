package dev.parley.war.tool;

import dev.parley.agent.Connection;
import dev.parley.agent.Inbox;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.audit.ConnectionAudit;
import dev.parley.event.ChangeListener;
import dev.parley.event.Listener;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.ReviewId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.Memory;
import dev.parley.message.DurableTopics;
import dev.parley.message.SessionMessage;
import dev.parley.message.Subscription;
import dev.parley.message.Unread;
import dev.parley.page.ListPage;
import dev.parley.permission.Permissions;
import dev.parley.presence.Presence;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TeamUnusable;
import dev.parley.room.Rooms;
import dev.parley.session.Session;
import dev.parley.session.SessionOverview;
import dev.parley.session.Sessions;
import dev.parley.spi.LifeSigns;
import dev.parley.spi.Sink;
import dev.parley.spi.SinkRegistration;
import dev.parley.task.Task;
import dev.parley.team.Persona;
import dev.parley.team.Teams;
import dev.parley.waiting.Waiting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A connection of {@code conn} to a board in memory: enough for the tools to show what they make of
 * it. One thread, one session, one instant.
 */
final class FakeBoard implements Connection, Sessions, Teams {
  static final SessionId SESSION = new SessionId("fake");
  static final Instant NOW = Instant.parse("2026-01-31T09:30:00.123Z");

  final Map<TaskId, Task> tasks = new LinkedHashMap<>();
  final List<SessionMessage> messages = new ArrayList<>();
  final List<Artifact> artifacts = new ArrayList<>();
  final Map<ReviewId, Review> reviews = new LinkedHashMap<>();
  final Map<SessionId, String> summaries = new LinkedHashMap<>();
  final List<AgentId> renewed = new ArrayList<>();
  final List<String> thoughts = new ArrayList<>();
  final List<Persona> personas = new ArrayList<>();
  SessionId current = SESSION;
  Optional<String> state = Optional.empty();
  long lastToken;

  private final Memory memory = new FakeMemory();

  @Override
  public ConnectionId id() {
    return new ConnectionId("fake");
  }

  @Override
  public AgentId agent() {
    return new AgentId("conn");
  }

  @Override
  public WorkspaceId workspace() {
    return WorkspaceId.DEFAULT;
  }

  @Override
  public void renewLeases(AgentId who) {
    renewed.add(who);
  }

  @Override
  public Subscription onChange(ChangeListener listener) {
    return () -> {};
  }

  @Override
  public DurableTopics topics() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Inbox inbox() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Unread unread() {
    return new Unread(0, 0);
  }

  /** Every agent acts through this one connection. */
  @Override
  public Connection as(AgentId who) {
    return this;
  }

  @Override
  public Optional<Connection> opened(AgentId who) {
    return Optional.of(this);
  }

  @Override
  public Presence presence() {
    return query -> {
      throw new UnsupportedOperationException();
    };
  }

  @Override
  public Rooms rooms() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Sessions sessions() {
    return this;
  }

  @Override
  public Memory memory() {
    return memory;
  }

  @Override
  public Permissions permissions() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Waiting waitingFor(AgentId who) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Teams teams() {
    return this;
  }

  @Override
  public Session start(SessionId id) {
    current = id;
    return current();
  }

  @Override
  public Session current() {
    return new FakeSession(this, agent());
  }

  @Override
  public ListPage<SessionOverview> recent(Optional<SessionId> after, int limit) {
    return new ListPage<>(recent(limit), false);
  }

  @Override
  public List<SessionOverview> recent(int limit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<Session> find(SessionId id) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<SessionId> summarized() {
    return List.copyOf(summaries.keySet());
  }

  @Override
  public void saveSummary(SessionId id, String summary) {
    summaries.put(id, summary);
  }

  @Override
  public Optional<String> summary(SessionId id) {
    return Optional.ofNullable(summaries.get(id));
  }

  @Override
  public List<Persona> pool() {
    if (personas.isEmpty()) {
      throw new ParleyException(
          new TeamUnusable(
              "line 3 of agents.pool.yml is wrong",
              Optional.of("agents.pool.yml"),
              Optional.of(3)));
    }
    return personas;
  }

  @Override
  public List<Persona> team(SessionId session) {
    return pool();
  }

  @Override
  public void listen(Listener listener) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ConnectionAudit audit() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void presentBy(LifeSigns signs) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SinkRegistration attach(Sink sink, OptionalLong lastReceived) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    // nothing is open
  }
}

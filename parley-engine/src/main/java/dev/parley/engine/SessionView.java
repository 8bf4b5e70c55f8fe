package dev.parley.engine;

import dev.parley.artifact.Artifacts;
import dev.parley.artifact.Reviews;
import dev.parley.engine.artifact.JpaArtifacts;
import dev.parley.engine.artifact.JpaReviews;
import dev.parley.engine.audit.AgentAudit;
import dev.parley.engine.session.JpaSessionMessages;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.OrchestratorStates;
import dev.parley.engine.task.JpaTasks;
import dev.parley.engine.work.CompletionChecks;
import dev.parley.engine.work.WorkStates;
import dev.parley.event.Event;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.message.Subscription;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.TextLimits;
import dev.parley.session.CompletionCheck;
import dev.parley.session.Session;
import dev.parley.session.SessionMessages;
import dev.parley.session.SessionOverview;
import dev.parley.session.Thought;
import dev.parley.session.WorkState;
import dev.parley.task.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A session as one agent sees it through its connection. Whatever the agent does here, it is there:
 * its leases go on. Once the connection is closed, nothing can be done here any more.
 */
final class SessionView implements Session {
  private static final int MAX_EVENTS = 10_000;

  private final ConnectedSessions connection;
  private final SessionServices board;
  private final LiveSession live;
  private final LiveSession session;
  private final AgentId agent;
  private final boolean overseen;

  /**
   * Makes a view.
   *
   * @param overseen whether it has the direct messages of all agents
   */
  SessionView(
      ConnectedSessions connection,
      SessionServices board,
      LiveSession live,
      AgentId agent,
      boolean overseen) {
    this.connection = connection;
    this.board = board;
    this.live = live;
    this.session = live.attended(() -> connection.begin(agent), () -> connection.pacing().write());
    this.agent = agent;
    this.overseen = overseen;
  }

  @Override
  public SessionId id() {
    return session.id();
  }

  @Override
  public AgentId agent() {
    return agent;
  }

  @Override
  public Session as(AgentId other) {
    return other.equals(agent) && !overseen
        ? this
        : new SessionView(connection, board, live, other, false);
  }

  @Override
  public Session overseen() {
    return overseen ? this : new SessionView(connection, board, live, agent, true);
  }

  /** The agent whose direct messages it has; empty where it has those of all. */
  private Optional<AgentId> reader() {
    return overseen ? Optional.empty() : Optional.of(agent);
  }

  @Override
  public SessionMessages messages() {
    return new JpaSessionMessages(
        session,
        connection.actor(agent),
        board.readings(),
        connection.mailbox(agent),
        () -> connection.pacing().message(),
        board.telemetry());
  }

  @Override
  public Tasks tasks() {
    AgentAudit audit = connection.audit(agent);
    return new JpaTasks(
        session,
        connection.actor(agent),
        board.leases(),
        board.crews().gate(connection.workspace(), audit),
        board.crews().roles(connection.workspace()),
        audit,
        board.telemetry());
  }

  @Override
  public Artifacts artifacts() {
    return new JpaArtifacts(session, agent);
  }

  @Override
  public Reviews reviews() {
    return new JpaReviews(session, connection.actor(agent), connection.audit(agent));
  }

  @Override
  public void saveState(String state) {
    OrchestratorStates.save(session, TextLimits.text("state", state, MAX_STATE));
  }

  @Override
  public Optional<String> state() {
    return OrchestratorStates.read(session);
  }

  @Override
  public void think(String content) {
    connection.pacing().write();
    session.think(agent, TextLimits.text("content", content, MAX_STATE));
  }

  @Override
  public List<Thought> thoughts() {
    return session.thoughts();
  }

  @Override
  public List<WorkState> workStates() {
    return new WorkStates(session).list();
  }

  @Override
  public CompletionCheck completionCheck(AgentId who) {
    return new CompletionChecks(session).of(who, board.readings().answered(session.key(), who));
  }

  @Override
  public SessionOverview overview() {
    return session.overview();
  }

  @Override
  public List<RecordedEvent> eventsAfter(long after, int limit) {
    TextLimits.range("limit", limit, 1, MAX_EVENTS);
    List<RecordedEvent> all = new ArrayList<>();
    ListPage<RecordedEvent> page;
    do {
      long from = all.isEmpty() ? after : all.get(all.size() - 1).seq();
      page = events(from, Set.of(), PageSize.of(Math.min(PageSize.MAX_LIMIT, limit - all.size())));
      all.addAll(page.items());
    } while (page.hasMore() && all.size() < limit);
    return List.copyOf(all);
  }

  @Override
  public ListPage<RecordedEvent> events(
      long after, Set<Event.Kind> kinds, PageSize<RecordedEvent> size) {
    return session.events(after, kinds, size, reader());
  }

  @Override
  public ListPage<RecordedEvent> eventsBefore(
      long before, Set<Event.Kind> kinds, PageSize<RecordedEvent> size) {
    return session.eventsBefore(before, kinds, size, reader());
  }

  @Override
  public ListPage<RecordedEvent> changesOf(TaskId task, int limit) {
    return session.changesOf(task, PageSize.<RecordedEvent>of(limit).limit());
  }

  @Override
  public Subscription follow(long after, Consumer<RecordedEvent> follower) {
    connection.begin(agent);
    return connection.untilClosed(
        live.follow(after, overseen ? follower : allowed(follower), board.followers()));
  }

  private Consumer<RecordedEvent> allowed(Consumer<RecordedEvent> follower) {
    return event -> {
      if (!(event.event() instanceof MessageSaid said) || said.message().isReadableBy(agent)) {
        follower.accept(event);
      }
    };
  }
}

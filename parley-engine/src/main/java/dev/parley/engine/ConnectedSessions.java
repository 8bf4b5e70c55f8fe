package dev.parley.engine;

import dev.parley.agent.ConnectOptions;
import dev.parley.agent.ConnectionTrait;
import dev.parley.engine.audit.AgentAudit;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.memory.SessionSummaries;
import dev.parley.engine.session.Actor;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.Mailbox;
import dev.parley.engine.session.SessionDirectory;
import dev.parley.event.SessionEvent;
import dev.parley.event.SummarySaved;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Subscription;
import dev.parley.page.ListPage;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TextLimits;
import dev.parley.session.Session;
import dev.parley.session.SessionOverview;
import dev.parley.session.Sessions;
import dev.parley.waiting.Waiting;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The sessions as one connection sees them. */
final class ConnectedSessions implements Sessions {
  private static final System.Logger LOG = System.getLogger(ConnectedSessions.class.getName());

  private final SessionServices board;
  private final WorkspaceId workspace;
  private final AgentId agent;
  private final boolean leads;
  private final boolean verified;
  private final SessionSummaries summaries;
  private final AgentCalls calls;
  private final Set<Subscription> followings = ConcurrentHashMap.newKeySet();
  private final SessionChoice choice;
  private volatile @Nullable Mailbox mailbox;
  private volatile boolean closed;

  ConnectedSessions(
      SessionServices board,
      ConnectOptions who,
      ConnectionId id,
      AgentId agent,
      SessionChoice choice,
      AgentCalls calls) {
    this.board = board;
    this.workspace = who.workspace();
    this.agent = agent;
    this.leads = who.has(ConnectionTrait.LEADS);
    this.verified = id.isVerified();
    this.summaries = new SessionSummaries(workspace, board.memory(), board.sessions().limit());
    this.calls = calls;
    this.choice = choice;
  }

  @Override
  public Session start(SessionId id) {
    calls.beginWrite();
    LiveSession session = sessions().start(workspace, id, agent);
    choice.choose(id);
    return view(session);
  }

  @Override
  public Session current() {
    return view(live());
  }

  @Override
  public List<SessionOverview> recent(int limit) {
    calls.begin();
    return sessions().recent(workspace, listed(limit));
  }

  @Override
  public ListPage<SessionOverview> recent(Optional<SessionId> after, int limit) {
    calls.begin();
    return sessions().recent(workspace, after, listed(limit));
  }

  private static int listed(int limit) {
    return TextLimits.range("limit", limit, 1, MAX_LISTED);
  }

  @Override
  public Optional<Session> find(SessionId id) {
    calls.begin();
    return sessions().find(workspace, id).map(this::view);
  }

  @Override
  public List<SessionId> summarized() {
    calls.begin();
    return summaries.sessions();
  }

  @Override
  public void saveSummary(SessionId id, String summary) {
    calls.beginWrite();
    summaries.save(id, summary);
    recordSummary(id);
  }

  /** Records a summary that is saved already; a failure does not undo it, so it is not thrown. */
  private void recordSummary(SessionId id) {
    try {
      sessions()
          .find(workspace, id)
          .ifPresent(
              session -> session.write(writing -> writing.record(agent, new SummarySaved())));
    } catch (ParleyException databaseIsAway) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A saved summary was not recorded; open pages do not show it yet.",
          Masking.trace(databaseIsAway));
    }
  }

  @Override
  public Optional<String> summary(SessionId id) {
    calls.begin();
    return summaries.of(id);
  }

  /**
   * Creates the mailbox for messages to this connection's agent, or to all; it receives them once
   * it is open.
   *
   * @param pushesAreShown whether what is pushed is known to reach the agent
   */
  Mailbox receive(Mailbox.Delivery delivery, BooleanSupplier pushesAreShown) {
    Mailbox box = new Mailbox(workspace, agent, this::isIn, pushesAreShown, delivery);
    mailbox = box;
    choice.add(box);
    return box;
  }

  /** Delivers messages to {@code box} from now on, where its agent may read them. */
  void open(Mailbox box) {
    if (choice.receives()) {
      board.sessions().open(box, own());
    }
  }

  /** The mailbox that {@code reading} has through this connection. */
  Optional<Mailbox> mailbox(AgentId reading) {
    return choice.mailbox(reading);
  }

  /** The choice of the session, for the other agents that act through this connection. */
  SessionChoice choice() {
    return choice;
  }

  /** The part of the mailbox that was not delivered yet. */
  ConnectedMail mail(Mailbox box) {
    return new ConnectedMail(board, box, choice);
  }

  /** The number of messages to its agent alone that no answer contained yet. */
  long unread() {
    Mailbox box = mailbox;
    return box == null ? 0 : box.unread();
  }

  /** Returns true if messages to everyone in {@code session} are for this connection. */
  private boolean isIn(SessionId session) {
    return own()
        .map(session::equals)
        .orElseGet(() -> board.sessions().isLatest(workspace, session));
  }

  /** The pace of this connection's writes. */
  Pacing pacing() {
    return calls.pacing();
  }

  /** The audit of what {@code who} does through this connection. */
  AgentAudit audit(AgentId who) {
    return calls.audit(who);
  }

  /** The session this connection takes part in, if it chose one. */
  Optional<SessionId> own() {
    return choice.get();
  }

  WorkspaceId workspace() {
    return workspace;
  }

  /** Returns {@code acting} as one that acts through this connection. */
  Actor actor(AgentId acting) {
    return new Actor(acting, leads, verified);
  }

  /** Records what this connection changed beside its session. */
  void record(SessionEvent event) {
    live().write(writing -> writing.record(agent, event));
  }

  /** Begins a call of {@code who} in a session; refused once the connection is closed. */
  void begin(AgentId who) {
    refuseIfClosed();
    calls.begin(who);
  }

  /** Returns the list of what waits for {@code who}. */
  Waiting waitingFor(AgentId who) {
    refuseIfClosed();
    calls.begin();
    return board.waiting().of(workspace, who);
  }

  /** Calls {@code listener} when a list of what waits may be another one. */
  Subscription onWaitingChange(Runnable listener) {
    return board.waiting().onChange(workspace, listener);
  }

  /** Calls {@code listener} when another session is the one started last. */
  Subscription onChange(Runnable listener) {
    return board.sessions().onChange(workspace, listener);
  }

  /** Ends {@code following} with this connection, if nobody ends it before. */
  Subscription untilClosed(Subscription following) {
    followings.add(following);
    if (closed) {
      end(following);
    }
    return () -> end(following);
  }

  void close() {
    closed = true;
    Mailbox box = mailbox;
    if (box != null) {
      choice.remove(box);
      board.sessions().close(box);
    }
    followings.forEach(this::end);
  }

  private void end(Subscription following) {
    followings.remove(following);
    following.close();
  }

  private LiveSession live() {
    Optional<SessionId> chosen = own();
    return chosen.isEmpty()
        ? sessions().lastStarted(workspace, agent)
        : sessions().session(workspace, chosen.get());
  }

  private Session view(LiveSession session) {
    return new SessionView(this, board, session, agent, false);
  }

  private SessionDirectory sessions() {
    refuseIfClosed();
    return board.sessions();
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new ParleyException(new ConnectionClosed());
    }
  }
}

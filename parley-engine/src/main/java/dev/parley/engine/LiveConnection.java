package dev.parley.engine;

import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.ConnectionTrait;
import dev.parley.agent.Inbox;
import dev.parley.audit.ConnectionAudit;
import dev.parley.engine.config.ParleyConfig;
import dev.parley.engine.failover.TransferableConnection;
import dev.parley.engine.permission.ConnectedPermissions;
import dev.parley.engine.presence.ConnectedPresence;
import dev.parley.engine.room.ConnectedRooms;
import dev.parley.engine.room.MembershipListener;
import dev.parley.engine.room.Participant;
import dev.parley.engine.room.TokenBucket;
import dev.parley.engine.session.Mailbox;
import dev.parley.engine.topic.Checkpoints;
import dev.parley.engine.topic.ConnectionReader;
import dev.parley.engine.topic.DeliveryExecutor;
import dev.parley.engine.topic.ListenerSink;
import dev.parley.event.ChangeListener;
import dev.parley.event.DirectArrived;
import dev.parley.event.Listener;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.Memory;
import dev.parley.message.DurableTopics;
import dev.parley.message.SessionMessage;
import dev.parley.message.Subscription;
import dev.parley.message.Unread;
import dev.parley.permission.Permissions;
import dev.parley.presence.Presence;
import dev.parley.room.Rooms;
import dev.parley.session.Sessions;
import dev.parley.spi.LifeSigns;
import dev.parley.spi.Sink;
import dev.parley.spi.SinkRegistration;
import dev.parley.team.Teams;
import dev.parley.waiting.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A connection of this process: a reader of topics, and its memberships in rooms. */
final class LiveConnection implements TransferableConnection {
  private final ConnectionId id;
  private final AgentId agent;
  private final WorkspaceId workspace;
  private final boolean observes;
  private final AgentCalls calls;
  private final ConnectionReader reader;
  private final ConnectedMail mail;
  private final ConnectedRooms rooms;
  private final ConnectedPresence presence;
  private final RoomServices shared;
  private final ConnectedSessions sessions;
  private final Memory memory;
  private final Teams teams;
  private final ConnectedPermissions permissions;
  private final DeliveryExecutor drains;
  private final ConnectionOwner owner;
  private final Optional<LiveConnection> parent;
  private final SubAgents subAgents;
  private final PushForwarding forwarding;
  private final TokenBucket bucket;
  private final Presence seen;
  private volatile boolean showsPushes;

  /**
   * Opens a connection.
   *
   * @param parent the connection it acts through; empty for one of its own
   */
  LiveConnection(
      ConnectionId id,
      AgentId agent,
      ConnectOptions who,
      AgentServices own,
      RoomServices shared,
      ConnectionOwner owner,
      Optional<LiveConnection> parent) {
    this.id = id;
    this.agent = agent;
    this.workspace = who.workspace();
    this.observes = who.has(ConnectionTrait.OBSERVES);
    this.calls = own.calls();
    this.sessions = own.sessions();
    this.memory = own.memory();
    this.teams = own.teams();
    this.drains = shared.drains();
    this.shared = shared;
    this.owner = owner;
    this.parent = parent;
    this.subAgents = new SubAgents(other -> owner.open(this, other));
    ParleyConfig config = shared.config();
    this.reader = reader(config);
    this.permissions =
        new ConnectedPermissions(
            own.permissions(), id, who, calls.audit(agent), calls::beginWrite, reader);
    this.forwarding = new PushForwarding(reader, drains.network());
    this.bucket =
        parent
            .map(other -> other.bucket)
            .orElseGet(() -> config.delivery().rateLimit().newBucket());
    this.showsPushes = who.has(ConnectionTrait.SHOWS_PUSHES);
    Mailbox mailbox = sessions.receive(new Delivering(), this::showsPushes);
    this.mail = sessions.mail(mailbox);
    this.rooms =
        shared
            .rooms()
            .seenBy(
                new Participant(
                    id, agent, workspace, bucket, calls.pacing()::write, drains.listeners()),
                reader,
                () -> reader(config),
                new Attending(),
                mail,
                this::showsPushes);
    sessions.open(mailbox);
    this.presence =
        who.has(ConnectionTrait.OBSERVES)
            ? shared.presence().observe(workspace, id)
            : shared
                .presence()
                .open(workspace, id, agent, who.has(ConnectionTrait.PERSON), rooms::joined);
    this.seen = new AllowedPresence(presence, config.rules().topics(), calls);
    parent.ifPresent(other -> other.forwarding.add(agent, reader));
  }

  private ConnectionReader reader(ParleyConfig config) {
    return new ConnectionReader(id, config.delivery().replay(), config.telemetry());
  }

  /** Returns true if what is pushed is known to reach the agent. */
  private boolean showsPushes() {
    return parent.map(LiveConnection::showsPushes).orElse(showsPushes);
  }

  @Override
  public LiveConnection as(AgentId who) {
    if (who.equals(agent)) {
      return this;
    }
    return parent.isPresent() ? parent.get().as(who) : subAgents.open(who);
  }

  @Override
  public Optional<Connection> opened(AgentId who) {
    if (who.equals(agent)) {
      return Optional.of(this);
    }
    return parent.isPresent() ? parent.get().opened(who) : subAgents.find(who);
  }

  /** The pace of its writes, which it shares with the agents that act through it. */
  Pacing pacing() {
    return calls.pacing();
  }

  /** The choice of its session, which it shares with the agents that act through it. */
  SessionChoice choice() {
    return sessions.choice();
  }

  @Override
  public ConnectionId id() {
    return id;
  }

  @Override
  public AgentId agent() {
    return agent;
  }

  @Override
  public WorkspaceId workspace() {
    return workspace;
  }

  /** Returns true if it only reads, so that no list of agents names it. */
  boolean observes() {
    return observes;
  }

  @Override
  public void renewLeases(AgentId who) {
    calls.begin(who);
  }

  @Override
  public ConnectionAudit audit() {
    return calls;
  }

  @Override
  public Rooms rooms() {
    return rooms;
  }

  @Override
  public DurableTopics topics() {
    return rooms.topics();
  }

  @Override
  public Inbox inbox() {
    return rooms.inbox();
  }

  /** The way of session messages to the pushes and the inbox of this connection. */
  private final class Delivering implements Mailbox.Delivery {
    @Override
    public void deliver(SessionMessage message, boolean asked) {
      DirectArrived arrived = new DirectArrived(message);
      if (parent.isEmpty()) {
        reader.push(mail.pushed(arrived));
      } else if (message.to().isPresent()) { // what is to all is pushed to the parent already
        parent.get().reader.push(new ForwardedEvent(agent, mail.pushed(arrived)));
      }
      if (asked) {
        rooms.deliver(mail.polled(arrived));
      }
    }

    @Override
    public void waiting() {
      rooms.lookForMail();
    }
  }

  @Override
  public Unread unread() {
    boolean shown = showsPushes();
    return new Unread(shown ? 0 : sessions.unread(), rooms.unreadMentions(shown));
  }

  @Override
  public Presence presence() {
    return seen;
  }

  @Override
  public void presentBy(LifeSigns signs) {
    presence.presentBy(signs);
    subAgents.presentBy(signs);
  }

  @Override
  public Sessions sessions() {
    return sessions;
  }

  @Override
  public Waiting waitingFor(AgentId who) {
    return sessions.waitingFor(who);
  }

  @Override
  public Memory memory() {
    return memory;
  }

  @Override
  public Permissions permissions() {
    return permissions;
  }

  @Override
  public Teams teams() {
    return teams;
  }

  @Override
  public Optional<SessionId> session() {
    return sessions.own();
  }

  @Override
  public boolean isInDurableRooms() {
    return rooms.areDurable();
  }

  @Override
  public CompletionStage<Checkpoints> reading() {
    return rooms.checkpoints();
  }

  @Override
  public long progress() {
    return rooms.progress();
  }

  /** Continues from where the connection of the same id was at another node. */
  void goOnFrom(Checkpoints before) {
    permissions.resume();
    rooms.resumeFrom(before);
    presence.moved();
  }

  private final class Attending implements MembershipListener {
    @Override
    public void called() {
      calls.begin();
    }

    @Override
    public Set<String> namesOfOthers(String prefix) {
      return presence.namesOfOthers(agent, prefix);
    }

    @Override
    public void moved() {
      presence.moved();
    }

    @Override
    public boolean isGone(AgentId who, ConnectionId connection, Instant since) {
      return presence.isGone(who, connection, since);
    }

    @Override
    public boolean isUnreachable(AgentId who, ConnectionId connection, Instant since) {
      return presence.isUnreachable(who, connection, since);
    }

    @Override
    public void supersede(ConnectionId connection) {
      presence.supersede(connection);
    }
  }

  @Override
  public void listen(Listener listener) {
    showsPushes = true;
    Sink sink = forwarding.watched(new ListenerSink(listener));
    reader.attach(sink, OptionalLong.empty(), drains.listeners(), false);
  }

  @Override
  public Subscription onChange(ChangeListener listener) {
    return sessions.untilClosed(WorkspaceChanges.follow(workspace, shared, sessions, listener));
  }

  @Override
  public SinkRegistration attach(Sink sink, OptionalLong lastReceived) {
    return reader.attach(forwarding.watched(sink), lastReceived, drains.network(), true);
  }

  @Override
  public SinkRegistration attachAgain(Sink sink, long proven) {
    return reader.attachAgain(forwarding.watched(sink), proven, drains.network());
  }

  boolean isListening() {
    return reader.isAttached();
  }

  boolean isWaiting() {
    return rooms.isAwaited();
  }

  /** The number of messages that wait to be pushed to it. */
  long undelivered() {
    return reader.undelivered();
  }

  @Override
  public void close() {
    subAgents.close();
    endDelivery();
    permissions.close();
    presence.close();
    rooms.close();
    sessions.close();
    owner.ended(id);
    parent.ifPresent(other -> other.subAgents.ended(this));
  }

  /**
   * Delivers the pushes that can be delivered at once, then no more; completed when that is done.
   */
  CompletionStage<Void> endDelivery() {
    return reader.close();
  }

  /** Records how far it has read in durable rooms. */
  void noteReadings() {
    rooms.recordDeliveries();
  }

  void cutIfStuck(Duration deadline) {
    reader.cutIfStuck(deadline);
  }
}

package dev.parley.engine;

import dev.parley.Health;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.ConnectionFailover;
import dev.parley.agent.ConnectionTrait;
import dev.parley.audit.Audit;
import dev.parley.credential.Credentials;
import dev.parley.engine.audit.JpaAudit;
import dev.parley.engine.concurrent.PeriodicTasks;
import dev.parley.engine.config.Limits;
import dev.parley.engine.config.ParleyConfig;
import dev.parley.engine.credential.JpaCredentials;
import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.failover.StoredConnection;
import dev.parley.engine.failover.StoredConnections;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.memory.SectionedMemory;
import dev.parley.engine.oauth.JpaAuthorizations;
import dev.parley.engine.permission.PermissionDirectory;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.persistence.Transactions;
import dev.parley.engine.presence.PresenceDirectory;
import dev.parley.engine.room.AnimalNames;
import dev.parley.engine.room.RoomBackends;
import dev.parley.engine.room.RoomConfig;
import dev.parley.engine.room.RoomDirectory;
import dev.parley.engine.room.RoomRows;
import dev.parley.engine.session.SessionDirectory;
import dev.parley.engine.task.Leases;
import dev.parley.engine.topic.BackPressure;
import dev.parley.engine.topic.DeliveryExecutor;
import dev.parley.engine.topic.TailBudget;
import dev.parley.engine.waiting.WaitingDirectory;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Subscription;
import dev.parley.oauth.Authorizations;
import dev.parley.problem.NameReserved;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A Parley in this process, wired by hand: rows below, topics in the middle, connections above. */
final class EmbeddedParley implements Parley {

  private static final System.Logger LOG = System.getLogger(EmbeddedParley.class.getName());
  private static final int LAG_DIVISOR = 4;
  private static final Duration MAX_STALL = Duration.ofSeconds(2);
  private static final Duration MAX_WAIT = Duration.ofSeconds(10);
  private static final Duration MAX_CLOSE = Duration.ofSeconds(1);
  private static final int LOOK_EVERY_MILLIS = 20;
  private static final int SWEEP_EVERY_MILLIS = 500;
  private static final int CHECK_EVERY_MILLIS = 1_000;
  private static final int NOTE_EVERY_MILLIS = 1_000;
  private static final int FORGET_EVERY_MILLIS = 3_600_000;

  /** More threads than there are sweeps that may hang in the database or the backend of rooms. */
  private static final int SWEEPING_THREADS = 19;

  private final Database database;
  private final ParleyConfig config;
  private final NodeRegistration failover;
  private final Optional<StoredConnections> connectionStore;
  private final RoomDirectory rooms;
  private final PresenceDirectory presence;
  private final SessionServices board;
  private final JpaCredentials credentials;
  private final JpaAuthorizations authorizations;
  private final JpaAudit audit;
  private final WaitingDirectory waiting;
  private final PermissionDirectory permissions;
  private final Workspaces workspaces;
  private final DeliveryExecutor drains;
  private final HealthMonitor checkup;
  private final Subscription mirrors;
  private final Map<ConnectionId, LiveConnection> connections = new ConcurrentHashMap<>();
  private final PeriodicTasks sweeps;

  /** The sweeps that close connections of clients, which stay on threads of Parley. */
  private final PeriodicTasks cuts;

  private volatile boolean closed;

  /** Starts over an open database; where that fails, this node gives up its registration. */
  EmbeddedParley(Database database, ParleyConfig config) {
    this.database = database;
    this.config = config;
    this.sweeps = new PeriodicTasks("parley-sweeper", SWEEPING_THREADS, config.executor());
    this.cuts = config.executor().isEmpty() ? sweeps : new PeriodicTasks("parley-cuts", 1);
    database.observedBy(config.telemetry());
    RoomRows rows =
        new RoomRows(
            database.transactions(),
            config.cluster().node(),
            config.clock(),
            config.rules().limits().rooms());
    failover = new NodeRegistration(database, config, rows, this::takenOver);
    connectionStore = failover.connections();
    drains = new DeliveryExecutor(config.delivery().drainThreads(), config.executor());
    try {
      failover.clearEarlierRun(rows);
      Backends backends = new Backends(database, config, rows);
      DeliveryLedger readings =
          new DeliveryLedger(
              database.transactions(),
              config.clock(),
              () -> connections.values().forEach(LiveConnection::noteReadings));
      this.waiting = new WaitingDirectory(database.transactions(), config.clock());
      this.rooms = rooms(rows, backends, readings);
      this.presence =
          new PresenceDirectory(
              backends.presence(),
              Ulids.nextConnection(false),
              config.clock(),
              config.cluster().presence(),
              config.rules().limits().agents(),
              config.executor());
      Transactions transactions = database.transactions();
      this.audit = new JpaAudit(transactions, config.clock(), config.storage().audit());
      this.permissions =
          new PermissionDirectory(
              transactions,
              config.clock(),
              config.rules().limits().permissions(),
              audit,
              waiting::changed);
      SessionDirectory sessions =
          new SessionDirectory(
              transactions,
              config.clock(),
              config.rules().limits().session(),
              config.rules().limits().sessions(),
              readings,
              drains.listeners(),
              waiting::changed);
      Leases leases = new Leases(transactions, config.clock(), config.rules().lease());
      this.board = services(sessions, leases, readings);
      int most = config.rules().limits().workspaces();
      this.workspaces = new Workspaces(most, new WorkspaceRows(transactions, most));
      this.credentials = new JpaCredentials(transactions, config.clock(), drains.listeners());
      this.authorizations = new JpaAuthorizations(transactions, config.clock(), credentials, audit);
      this.checkup = checkup(backends, sessions);
      backends.logMode();
      sweeps.every(leases.interval().toMillis(), () -> leases.sweep(sessions));
      schedule(backends, sessions, readings);
      this.mirrors = backends.mirrors(rooms);
    } catch (RuntimeException | Error couldNotStart) {
      failover.abandon();
      drains.close();
      sweeps.end();
      cuts.end();
      throw couldNotStart;
    }
  }

  private RoomDirectory rooms(RoomRows rows, Backends backends, DeliveryLedger readings) {
    int replay = config.delivery().replay();
    return new RoomDirectory(
        rows,
        backends.rooms(),
        new RoomConfig(
            replay,
            TailBudget.ofHeap(),
            new BackPressure.Limits(replay / LAG_DIVISOR, MAX_STALL, MAX_WAIT),
            config.rules().topics(),
            Ulids::nextMessage,
            config.clock()),
        drains.listeners(),
        readings,
        this::release,
        new ObservedPosts(waiting::posted, config.telemetry()));
  }

  private SessionServices services(
      SessionDirectory sessions, Leases leases, DeliveryLedger readings) {
    ParleyConfig.Rules rules = config.rules();
    return new SessionServices(
        sessions,
        leases,
        MemoryStores.of(config, database.transactions()),
        new TeamRegistry(config.storage().home(), rules.hooks(), rules.tools()),
        readings,
        waiting,
        drains.listeners(),
        config.telemetry());
  }

  private void schedule(Backends backends, SessionDirectory sessions, DeliveryLedger readings) {
    sweeps.every(CHECK_EVERY_MILLIS, checkup::look);
    if (config.executor().isEmpty()) {
      sweeps.every(LOOK_EVERY_MILLIS, drains::relieve);
    }
    sweeps.every(SWEEP_EVERY_MILLIS, new JvmPauseMonitor(System::nanoTime)::look);
    Duration stuck = config.delivery().stuckAfter();
    cuts.every(
        SWEEP_EVERY_MILLIS, () -> connections.values().forEach(one -> one.cutIfStuck(stuck)));
    sweeps.every(SWEEP_EVERY_MILLIS, rooms::clearDeparted);
    if (backends.mode() == RoomBackends.ClusterMode.BROKERED) {
      sweeps.every(SWEEP_EVERY_MILLIS, rooms::lookForDurable);
    }
    sweeps.every(SWEEP_EVERY_MILLIS, sessions::lookAgain);
    sweeps.every(
        SWEEP_EVERY_MILLIS,
        backends.isAlone() ? sessions::repeatFailedDeliveries : sessions::lookForMail);
    sweeps.every(NOTE_EVERY_MILLIS, readings::flush);
    credentials.schedule(sweeps);
    authorizations.schedule(sweeps);
    audit.schedule(sweeps);
    waiting.schedule(sweeps);
    permissions.schedule(sweeps, backends.isAlone());
    sweeps.every(FORGET_EVERY_MILLIS, readings::forgetTheSilent);
    backends.words().ifPresent(index -> sweeps.every(SWEEP_EVERY_MILLIS, index::goOn));
  }

  private boolean release(ConnectionId ending) {
    return connectionStore.map(kept -> kept.release(ending)).orElse(true);
  }

  private HealthMonitor checkup(Backends backends, SessionDirectory sessions) {
    return new HealthMonitor(
        database,
        backends.stores(),
        config.clock(),
        sessions,
        connections.values(),
        () ->
            connectionStore
                .filter(kept -> !backends.isAlone())
                .map(kept -> new Health.Nodes(config.cluster().node(), kept.others())));
  }

  @Override
  public Connection connect(ConnectOptions who) {
    if (closed) {
      throw new ParleyException(new Unavailable("This Parley", Duration.ofSeconds(1)));
    }
    workspaces.admit(who.workspace());
    AgentId agent = who.agent().orElseGet(() -> new AgentId(AnimalNames.random().value()));
    if (!who.has(ConnectionTrait.OBSERVES)) {
      admit(who, agent);
    }
    return opened(who.has(ConnectionTrait.VERIFIED), agent, who, Optional.empty());
  }

  /** The way of connections back to this Parley. */
  private final class Owner implements ConnectionOwner {
    @Override
    public void ended(ConnectionId id) {
      EmbeddedParley.this.ended(id);
    }

    @Override
    public LiveConnection open(LiveConnection parent, AgentId agent) {
      ConnectOptions who =
          new ConnectOptions(parent.workspace(), Optional.of(agent), Optional.empty());
      admit(who, agent);
      return opened(parent.id().isVerified(), agent, who, Optional.of(parent));
    }
  }

  /** Admits an agent, and refuses it the name of a person who is present. */
  private void admit(ConnectOptions who, AgentId agent) {
    String name = AgentId.of(agent.value()).value();
    if (!who.has(ConnectionTrait.PERSON) && presence.isPerson(who.workspace(), name)) {
      throw new ParleyException(new NameReserved(name));
    }
    presence.admit(who.workspace(), agent);
  }

  private LiveConnection takenOver(StoredConnection held, Set<ConnectionTrait> traits) {
    LiveConnection connection =
        open(
            held.id(),
            held.agent(),
            new ConnectOptions(held.workspace(), Optional.of(held.agent()), held.session(), traits),
            Optional.empty());
    connection.goOnFrom(held.reading());
    connections.put(connection.id(), connection);
    return connection;
  }

  private LiveConnection opened(
      boolean verified, AgentId agent, ConnectOptions who, Optional<LiveConnection> parent) {
    LiveConnection connection = open(Ulids.nextConnection(verified), agent, who, parent);
    connections.put(connection.id(), connection);
    return connection;
  }

  private LiveConnection open(
      ConnectionId id, AgentId agent, ConnectOptions who, Optional<LiveConnection> parent) {
    return new LiveConnection(
        id,
        agent,
        who,
        services(id, agent, who, parent),
        new RoomServices(rooms, presence, drains, config),
        new Owner(),
        parent);
  }

  private AgentServices services(
      ConnectionId id, AgentId agent, ConnectOptions who, Optional<LiveConnection> parent) {
    WorkspaceId workspace = who.workspace();
    Limits limits = config.rules().limits();
    Pacing pacing = parent.map(LiveConnection::pacing).orElseGet(() -> Pacing.of(limits));
    AgentCalls calls = new AgentCalls(board.leases(), workspace, agent, pacing, audit);
    SessionChoice choice =
        parent.map(LiveConnection::choice).orElseGet(() -> new SessionChoice(who));
    ConnectedSessions sessions = new ConnectedSessions(board, who, id, agent, choice, calls);
    SectionedMemory memory =
        new SectionedMemory(workspace, board.memory(), config.clock(), limits.documents(), agent);
    return new AgentServices(
        calls,
        sessions,
        new RecordingMemory(memory, sessions, calls),
        new CalledTeams(board.crews().teams(workspace), calls),
        permissions);
  }

  private void ended(ConnectionId id) {
    connections.remove(id);
    try {
      var unused = release(id);
    } catch (ParleyException databaseIsAway) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "A connection is let go a little later.",
          Masking.trace(databaseIsAway));
    }
  }

  @Override
  public Optional<ConnectionFailover> failover() {
    return connectionStore.map(kept -> kept);
  }

  @Override
  public Credentials credentials() {
    return credentials;
  }

  @Override
  public Authorizations authorizations() {
    return authorizations;
  }

  @Override
  public Audit audit() {
    return audit;
  }

  @Override
  public Health health() {
    return checkup.health();
  }

  @Override
  public Health health(WorkspaceId workspace) {
    return checkup.health(workspace);
  }

  @Override
  public void backup(Path file) {
    DatabaseBackup.write(database, file, config.clock());
  }

  @Override
  public List<WorkspaceId> workspaces() {
    return workspaces.list(connections.values());
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    sweeps.end();
    cuts.end();
    CompletableFuture<?>[] endings =
        connections.values().stream()
            .map(connection -> connection.endDelivery().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new);
    var unused =
        CompletableFuture.allOf(endings)
            .completeOnTimeout(null, MAX_CLOSE.toMillis(), TimeUnit.MILLISECONDS)
            .join();
    presence.close(MAX_CLOSE);
    Set<ConnectionId> mayGoOn = connectionStore.map(StoredConnections::end).orElse(Set.of());
    drains.close();
    sweeps.awaitEnd(MAX_CLOSE);
    mirrors.close();
    rooms.close(mayGoOn);
    credentials.end();
    audit.end();
    waiting.end();
    database.close();
    failover.close();
  }
}

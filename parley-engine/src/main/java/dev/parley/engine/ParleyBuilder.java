package dev.parley.engine;

import dev.parley.Parley;
import dev.parley.engine.audit.AuditRetention;
import dev.parley.engine.concurrent.SharedExecutor;
import dev.parley.engine.config.Limits;
import dev.parley.engine.config.ParleyConfig;
import dev.parley.engine.failover.FailureTimings;
import dev.parley.engine.hook.HookMode;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.persistence.Durability;
import dev.parley.engine.persistence.h2.H2File;
import dev.parley.engine.presence.HeartbeatConfig;
import dev.parley.engine.room.AllowedTopics;
import dev.parley.engine.room.RateLimit;
import dev.parley.engine.session.SessionLimits;
import dev.parley.engine.team.ToolNames;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.spi.MemoryStore;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Retention;
import dev.parley.spi.Telemetry;
import jakarta.persistence.spi.PersistenceProvider;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Builds a {@link Parley} inside this process. By default it keeps its rows in an H2 file under the
 * user's data directory. A value out of its bounds is refused with {@code invalid_argument} where
 * it is set.
 *
 * <pre>{@code
 * try (Parley parley = ParleyBuilder.builder().inMemory().build()) {
 *   Connection alice = parley.connect(ConnectOptions.of("alice"));
 * }
 * }</pre>
 */
public final class ParleyBuilder {
  private Function<Durability, Database> database =
      how -> DatabaseUrls.open(H2File.checkedUrl(dataDirectory()), how);
  private Durability durability = Durability.COMMIT;
  private RateLimit rateLimit = ParleyConfig.DEFAULT_RATE_LIMIT;
  private InstantSource clock = InstantSource.system();
  private Optional<Path> folder = Optional.empty();
  private String node = ParleyConfig.DEFAULT_NODE;
  private boolean claims = true;
  private int replay = ParleyConfig.DEFAULT_REPLAY;
  private int drainThreads = ParleyConfig.DEFAULT_DRAIN_THREADS;
  private Duration stuckAfter = ParleyConfig.DEFAULT_STUCK_AFTER;
  private Duration lease = ParleyConfig.DEFAULT_LEASE;
  private Limits limits = Limits.DEFAULT;
  private Retention retention = Retention.EVERYTHING;
  private AuditRetention audit = AuditRetention.DEFAULT;
  private AllowedTopics topics = AllowedTopics.EVERYTHING;
  private Optional<URI> bus = Optional.empty();
  private Optional<MessageBackend> backend = Optional.empty();
  private Optional<MemoryStore> memory = Optional.empty();
  private Optional<Path> home = Optional.empty();
  private HookMode hooks = HookMode.OFF;
  private ToolNames tools = ToolNames.ANY;
  private HeartbeatConfig presence = HeartbeatConfig.DEFAULT;
  private Optional<MessageBackend> presenceBackend = Optional.empty();
  private final Map<TopicName, URI> mirrors = new LinkedHashMap<>();
  private Duration grace = ParleyConfig.DEFAULT_GRACE;
  private Supplier<Optional<URI>> address = Optional::empty;
  private FailureTimings pace = FailureTimings.DEFAULT;
  private Telemetry telemetry = Telemetry.NONE;
  private Supplier<Optional<SharedExecutor>> executor = Optional::empty;

  private ParleyBuilder() {}

  /** A builder with every default set. */
  public static ParleyBuilder builder() {
    return new ParleyBuilder();
  }

  /** Keeps rows in this process only; they end with it. */
  public ParleyBuilder inMemory() {
    String url = "jdbc:h2:mem:parley-" + Ulids.next() + ";DB_CLOSE_DELAY=-1";
    database = how -> DatabaseUrls.open(url, how);
    return this;
  }

  /**
   * Keeps rows in an H2 file in {@code directory}, which is created where it is absent. Where
   * {@link #database(String)} is called later, the rows are there. The folder then shows a process
   * that is started again after it was killed that the one before it is gone.
   */
  public ParleyBuilder data(Path directory) {
    folder = Optional.of(directory);
    database = how -> DatabaseUrls.open(H2File.checkedUrl(directory), how);
    return this;
  }

  /** Keeps rows in the database at a JDBC URL; the URL contains user and password. */
  public ParleyBuilder database(String jdbcUrl) {
    database = how -> DatabaseUrls.open(jdbcUrl, how);
    return this;
  }

  /**
   * Keeps rows in the database behind {@code source}, which stays the caller's to close. See {@link
   * #node} for a connection that is not given back.
   */
  public ParleyBuilder database(DataSource source) {
    database =
        how -> {
          how.refuseWithoutFile();
          return Database.over(source, Entities.ALL);
        };
    return this;
  }

  /** The same through a persistence provider of the caller's choice. */
  ParleyBuilder database(DataSource source, PersistenceProvider provider) {
    database =
        how -> {
          how.refuseWithoutFile();
          return Database.over(source, Entities.ALL, provider);
        };
    return this;
  }

  /**
   * Sets when a write is acknowledged: when it is in the H2 file, or when the file was forced to
   * the disk, too; the first by default. {@link #build} refuses {@link Durability#FSYNC} with
   * {@code invalid_argument} for rows that are not in an H2 file which Parley opens.
   */
  public ParleyBuilder durability(Durability when) {
    durability = when;
    return this;
  }

  /** Sets the rate at which one connection may send; 10 a second with bursts of 20 by default. */
  public ParleyBuilder rateLimit(RateLimit limit) {
    rateLimit = limit;
    return this;
  }

  /**
   * Sets the number of pushes a connection can be put back by, and of messages an ephemeral room
   * keeps; 1,024 by default, and 64 to 65,536.
   */
  public ParleyBuilder replay(int pushes) {
    ParleyConfig.checkReplay(pushes);
    replay = pushes;
    return this;
  }

  /**
   * Sets the name under which this process keeps its members, where several processes are over one
   * database; each has a name of its own. At start it clears what an earlier process of the same
   * name left behind, but for connections that may go on. A node with a name notifies others over
   * the same PostgreSQL of its posts and is notified of theirs. For that it keeps one connection of
   * the pool for good.
   *
   * <p>A process that is the only one over its database needs no name: connections in durable rooms
   * go on when it is started again. Over PostgreSQL or MariaDB, {@link #build} refuses to start a
   * second process of a name, and any beside one without a name, with {@link
   * dev.parley.engine.failover.NodeInUse}. One that was killed is no obstacle: it is known to be
   * gone at once by its {@link #data} folder, else after 3 s in which it did not count on.
   *
   * @param name 1 to 64 characters
   */
  public ParleyBuilder node(String name) {
    ParleyConfig.checkNode(name);
    node = name;
    return this;
  }

  /** Starts beside any other process: for tests that are several nodes in one process. */
  ParleyBuilder besideAnybody() {
    claims = false;
    return this;
  }

  /**
   * Sets the number of threads that write to network sinks, 1 or more; one gathers most, and serves
   * thousands.
   */
  public ParleyBuilder drainThreads(int threads) {
    ParleyConfig.checkDrainThreads(threads);
    drainThreads = threads;
    return this;
  }

  /**
   * Sets the time a network sink may take nothing before it is cut; 10 s by default, and 1 ms to 30
   * days.
   */
  public ParleyBuilder stuckAfter(Duration deadline) {
    ParleyConfig.checkStuckAfter(deadline);
    stuckAfter = deadline;
    return this;
  }

  /**
   * Sets the time a claimed task stays with an agent that makes no call; 15 minutes by default, and
   * 1 s to 30 days.
   */
  public ParleyBuilder lease(Duration length) {
    ParleyConfig.checkLease(length);
    lease = length;
    return this;
  }

  /**
   * Keeps memory and summaries as Markdown files in {@code directory}, where the files of teams are
   * looked for too. Without one, memory is kept in rows, and there are no teams.
   */
  public ParleyBuilder home(Path directory) {
    home = Optional.of(directory);
    return this;
  }

  /** Sets the policy for commands in team files; by default they are not run. */
  public ParleyBuilder hooks(HookMode policy) {
    hooks = policy;
    return this;
  }

  /**
   * Refuses files of teams that give an agent a tool of another name, but for names that begin with
   * {@code parley_}; by default any name is taken.
   */
  public ParleyBuilder toolNames(Set<String> names) {
    tools = ToolNames.of(names);
    return this;
  }

  /**
   * Sets how often this node announces who is connected to it, and how long the last announcement
   * of a silent node counts. By default every 30 s, and for 90 s. The same on all nodes.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a heartbeat below 100
   *     ms or above 1 hour, or a TTL below the heartbeat or above 1 day
   */
  public ParleyBuilder presence(Duration heartbeat, Duration ttl) {
    presence = new HeartbeatConfig(heartbeat, ttl);
    return this;
  }

  /**
   * Announces the agents of this node to other nodes in {@code shared}, which they use too. Without
   * one, nodes use what they share otherwise: the {@link #bus}, the {@link #backend} or the
   * database.
   *
   * <p>The caller connects the backend before {@link #build} and disconnects it after {@link
   * Parley#close}. No ability matters.
   */
  public ParleyBuilder presenceBackend(MessageBackend shared) {
    presenceBackend = Optional.of(shared);
    return this;
  }

  /**
   * Sets the time that the connections of a node that is gone are waited for, at the other nodes
   * and at the node itself when it comes back; 60 s by default, and at most 30 days.
   */
  public ParleyBuilder grace(Duration length) {
    ParleyConfig.checkGrace(length);
    grace = length;
    return this;
  }

  /**
   * Sets the address at which other nodes can ask this one for the connections it has. The supplier
   * is called now and then, and may return empty as long as the address is not known.
   */
  public ParleyBuilder address(Supplier<Optional<URI>> where) {
    address = where;
    return this;
  }

  /** Sets the times after which a node counts as gone. */
  ParleyBuilder pace(FailureTimings how) {
    pace = how;
    return this;
  }

  /** Limits the content of one session. */
  public ParleyBuilder limits(SessionLimits most) {
    limits = limits.withSession(most);
    return this;
  }

  /** Limits what callers can make grow, and how fast. */
  public ParleyBuilder limits(Limits most) {
    limits = most;
    return this;
  }

  /**
   * Keeps the messages of durable rooms in the backend at {@code address} instead of in the
   * database: {@code redis://host:port}, {@code nats://host:port}, or another for which a {@link
   * dev.parley.spi.BackendProvider} is found; its driver has to be on the class path. Nodes that
   * share it share durable rooms and presence. Messages that were stored elsewhere stay there.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for another address
   */
  public ParleyBuilder bus(URI address) {
    var unused = BackendProviders.of("bus", address);
    bus = Optional.of(address);
    return this;
  }

  /**
   * Keeps the messages of durable rooms in {@code own} instead of in the database. Several nodes
   * with the same backend share durable rooms and presence, and every room is durable.
   *
   * <p>The caller connects the backend before {@link #build} and disconnects it after {@link
   * Parley#close}; {@link #retention} is the backend's own affair. Its abilities decide what agents
   * can do: without {@link dev.parley.spi.SeekableBackend} a reader that falls behind loses the
   * messages that have left memory, and {@code search} finds nothing; without {@link
   * dev.parley.spi.IdempotentPosts} a post with a key is refused; without {@link
   * dev.parley.spi.HealthAware} it counts as reachable.
   */
  public ParleyBuilder backend(MessageBackend own) {
    backend = Optional.of(own);
    return this;
  }

  /**
   * Mirrors a room, which becomes durable, in a room of a chat system: what is posted from now on
   * is sent there, and what people write there is appended here. A chat system that is away gets
   * later what it lacks. Of several nodes over one database, one mirrors a room.
   *
   * @param address as for {@link #bus}; its path may be the room's id where it has no other use
   */
  public ParleyBuilder mirror(TopicName room, URI address) {
    var unused = BackendProviders.of("mirror", address);
    if (mirrors.putIfAbsent(room, address) != null) {
      throw InvalidArgument.refusal("mirror", "the room " + room.name() + " has a mirror already");
    }
    return this;
  }

  /**
   * Keeps memory and summaries in {@code own} instead of in rows or in {@link #home}. The caller
   * opens and closes the store. Without {@link dev.parley.spi.IdempotentUpdates} a write with a key
   * is refused.
   */
  public ParleyBuilder memory(MemoryStore own) {
    memory = Optional.of(own);
    return this;
  }

  /** Sets the part of a durable room that stays readable; everything by default. */
  public ParleyBuilder retention(Retention kept) {
    retention = kept;
    return this;
  }

  /** Sets the part of the audit that is stored; by default 90 days and 500,000 entries. */
  public ParleyBuilder audit(AuditRetention kept) {
    audit = kept;
    return this;
  }

  /** Sets the rooms agents may use, and with them the topics; by default all. */
  public ParleyBuilder topics(AllowedTopics allowed) {
    topics = allowed;
    return this;
  }

  /** Sets the observer of what happens, for metrics and traces; by default there is none. */
  public ParleyBuilder telemetry(Telemetry observer) {
    telemetry = observer;
    return this;
  }

  /**
   * Runs the tasks of this Parley on an executor of the application, which stays the caller's: it
   * is never shut down. Without this, Parley has threads of its own.
   *
   * <p>Calls of listeners and periodic work run there, at most two at a time of each kind. A task
   * that the executor rejects, or leaves waiting for 200 ms, runs on a thread of Parley, so a full
   * pool delays a message and loses none. What writes to network sinks has threads of Parley in any
   * case, and so has what waits for long: readers of a broker or a chat system, and commands of
   * hooks. {@link Parley#close} cancels the tasks and waits for those that run.
   *
   * <p>Tasks run with the context class loader of the thread that calls {@link #build}.
   */
  public ParleyBuilder executor(ExecutorService shared) {
    executor = () -> Optional.of(new SharedExecutor(shared));
    return this;
  }

  /** Sets the source of the time of messages. */
  public ParleyBuilder clock(InstantSource source) {
    clock = source;
    return this;
  }

  /**
   * Opens the database, brings its schema up to date, and starts.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where both {@link #bus} and
   *     {@link #backend} were given
   * @throws dev.parley.engine.persistence.DatabaseUnusable where that fails
   * @throws dev.parley.engine.failover.NodeInUse where another process runs over the database and
   *     their names do not distinguish them
   * @throws dev.parley.problem.ParleyException {@code unavailable} where the backend given with
   *     {@link #bus} cannot be reached
   */
  public Parley build() {
    ParleyConfig config = config();
    Database opened = database.apply(durability);
    try {
      return new EmbeddedParley(opened, config);
    } catch (RuntimeException | Error couldNotStart) {
      opened.close();
      throw couldNotStart;
    }
  }

  private ParleyConfig config() {
    return new ParleyConfig(
        new ParleyConfig.Storage(folder, bus, backend, memory, home, retention, audit),
        new ParleyConfig.Delivery(rateLimit, replay, drainThreads, stuckAfter),
        new ParleyConfig.Cluster(node, claims, presence, presenceBackend, grace, address, pace),
        new ParleyConfig.Rules(limits, topics, lease, hooks, tools),
        mirrors,
        clock,
        telemetry,
        executor.get());
  }

  /** The folder that rows are kept in by default: {@code $XDG_DATA_HOME/parley}. */
  public static Path dataDirectory() {
    return DatabaseUrls.usualFolder();
  }
}

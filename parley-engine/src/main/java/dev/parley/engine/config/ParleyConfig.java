package dev.parley.engine.config;

import dev.parley.engine.audit.AuditRetention;
import dev.parley.engine.concurrent.SharedExecutor;
import dev.parley.engine.failover.FailureTimings;
import dev.parley.engine.failover.NodeClaim;
import dev.parley.engine.hook.HookMode;
import dev.parley.engine.presence.HeartbeatConfig;
import dev.parley.engine.room.AllowedTopics;
import dev.parley.engine.room.RateLimit;
import dev.parley.engine.team.ToolNames;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import dev.parley.spi.MemoryStore;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Retention;
import dev.parley.spi.Telemetry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The settings of one Parley. {@code dev.parley.engine.ParleyBuilder} explains each.
 *
 * @param storage the places where things are kept
 * @param delivery the pace of messages
 * @param cluster the nodes beside this one
 * @param rules the things agents may do, and how much of them
 * @param mirrors the rooms that a chat system mirrors, and the addresses of their mirrors
 * @param clock the time of messages
 * @param telemetry the observer of what happens
 * @param executor the executor of the application that tasks run on; empty for own threads
 */
public record ParleyConfig(
    Storage storage,
    Delivery delivery,
    Cluster cluster,
    Rules rules,
    Map<TopicName, URI> mirrors,
    InstantSource clock,
    Telemetry telemetry,
    Optional<SharedExecutor> executor) {
  /** The messages that one connection may send by default. */
  public static final RateLimit DEFAULT_RATE_LIMIT = RateLimit.perSecond(10, 20);

  /** The smallest number of pushes a connection can be set to remember. */
  public static final int MIN_REPLAY = 64;

  /** The largest number of pushes a connection can be set to remember. */
  public static final int MAX_REPLAY = 65_536;

  /** The pushes a connection remembers by default. */
  public static final int DEFAULT_REPLAY = 1_024;

  /** The threads that write to network sinks by default. */
  public static final int DEFAULT_DRAIN_THREADS = 1;

  /** The time a network sink may take nothing, by default. */
  public static final Duration DEFAULT_STUCK_AFTER = Duration.ofSeconds(10);

  /** The shortest time a network sink can be given to take something. */
  public static final Duration MIN_STUCK_AFTER = Duration.ofMillis(1);

  /** The time a claimed task stays with a silent agent by default. */
  public static final Duration DEFAULT_LEASE = Duration.ofMinutes(15);

  /** The shortest lease. */
  public static final Duration MIN_LEASE = Duration.ofSeconds(1);

  /** The time the connections of a node that is gone are waited for by default. */
  public static final Duration DEFAULT_GRACE = Duration.ofSeconds(60);

  /** The longest of any time: a lease, a grace, or the wait for a sink. */
  public static final Duration MAX_DURATION = Duration.ofDays(30);

  /** The most characters of a node's name. */
  public static final int MAX_NODE_NAME = 64;

  /** The name of a node that was given none, and shares its database with no other. */
  public static final String DEFAULT_NODE = NodeClaim.UNNAMED;

  /** Checks that rooms which are mirrored are in the database; {@code invalid_argument}. */
  public ParleyConfig {
    mirrors = Map.copyOf(mirrors);
    if (!mirrors.isEmpty() && !storage.isInDatabase()) {
      throw InvalidArgument.refusal(
          "mirror", "mirrored rooms are in the database; leave out the backend of durable rooms");
    }
  }

  /**
   * The places where things are kept.
   *
   * @param folder the folder that shows whether an earlier process of this node lives
   * @param bus the address of the backend of durable rooms; empty for the database
   * @param backend a backend of durable rooms of the caller's own
   * @param memory a store of memory of the caller's own
   * @param home the folder of memory and teams
   * @param retention the part of a durable room that stays readable
   * @param audit the part of the audit that is stored
   */
  public record Storage(
      Optional<Path> folder,
      Optional<URI> bus,
      Optional<MessageBackend> backend,
      Optional<MemoryStore> memory,
      Optional<Path> home,
      Retention retention,
      AuditRetention audit) {

    /** Checks that durable rooms have one backend; refused with {@code invalid_argument}. */
    public Storage {
      if (bus.isPresent() && backend.isPresent()) {
        throw InvalidArgument.refusal("bus", "durable rooms have another backend already");
      }
    }

    /** Returns whether the database keeps durable rooms. */
    public boolean isInDatabase() {
      return bus.isEmpty() && backend.isEmpty();
    }
  }

  /**
   * The pace of messages.
   *
   * @param rateLimit the messages that one connection may send
   * @param replay the pushes that a connection can be put back by
   * @param drainThreads the threads that write to network sinks, 1 or more
   * @param stuckAfter the time a network sink may take nothing
   */
  public record Delivery(RateLimit rateLimit, int replay, int drainThreads, Duration stuckAfter) {

    /** Checks the bounds; refused with {@code invalid_argument}. */
    public Delivery {
      checkReplay(replay);
      checkDrainThreads(drainThreads);
      checkStuckAfter(stuckAfter);
    }
  }

  /**
   * The nodes beside this one.
   *
   * @param node the name of this node
   * @param claims whether two processes of one name are refused
   * @param presence the timing of presence
   * @param presenceBackend a backend of presence of the caller's own
   * @param grace the time the connections of a node that is gone are waited for
   * @param address the place where other nodes reach this one, as far as it is known
   * @param pace how soon a node is taken for gone
   */
  public record Cluster(
      String node,
      boolean claims,
      HeartbeatConfig presence,
      Optional<MessageBackend> presenceBackend,
      Duration grace,
      Supplier<Optional<URI>> address,
      FailureTimings pace) {

    /** Checks the bounds; refused with {@code invalid_argument}. */
    public Cluster {
      checkNode(node);
      checkGrace(grace);
    }

    /** Returns whether no other node is over the same database: one that is alone has no name. */
    public boolean isAlone() {
      return node.equals(DEFAULT_NODE);
    }
  }

  /**
   * The things agents may do, and how much of them.
   *
   * @param limits how much they can make grow
   * @param topics the rooms they may use
   * @param lease the time a claimed task stays with a silent agent
   * @param hooks whether commands in files of teams are run
   * @param tools the tools that files of teams may name
   */
  public record Rules(
      Limits limits, AllowedTopics topics, Duration lease, HookMode hooks, ToolNames tools) {

    /** Checks the bounds; refused with {@code invalid_argument}. */
    public Rules {
      checkLease(lease);
    }
  }

  /** Refuses a name of a node that is blank or longer than its column. */
  public static void checkNode(String name) {
    if (name.isBlank() || name.length() > MAX_NODE_NAME) {
      throw InvalidArgument.refusal(
          "node",
          "it must be 1 to " + MAX_NODE_NAME + " characters",
          Map.of("limit", MAX_NODE_NAME));
    }
  }

  /** Refuses a replay out of its bounds. */
  public static void checkReplay(int pushes) {
    TextLimits.range("replay", pushes, MIN_REPLAY, MAX_REPLAY);
  }

  /** Refuses a number of threads below 1. */
  public static void checkDrainThreads(int threads) {
    if (threads < 1) {
      throw InvalidArgument.refusal("drain-threads", "it must be 1 or more", Map.of("least", 1));
    }
  }

  /** Refuses a wait for a network sink that is out of its bounds. */
  public static void checkStuckAfter(Duration deadline) {
    check("stuck-after", deadline, MIN_STUCK_AFTER, "1 millisecond to 30 days");
  }

  /** Refuses a grace that is out of its bounds. */
  public static void checkGrace(Duration length) {
    check("grace", length, Duration.ZERO, "0 seconds to 30 days");
  }

  /** Refuses a lease that is out of its bounds. */
  public static void checkLease(Duration length) {
    check("lease", length, MIN_LEASE, "1 second to 30 days");
  }

  private static void check(String field, Duration length, Duration least, String words) {
    if (length.compareTo(least) < 0 || length.compareTo(MAX_DURATION) > 0) {
      throw InvalidArgument.refusal(field, "it must be " + words);
    }
  }
}

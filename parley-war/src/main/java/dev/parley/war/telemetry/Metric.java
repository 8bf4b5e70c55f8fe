package dev.parley.war.telemetry;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The one table of metrics: the name of each, its labels and their values, and its meaning. The
 * reference page of the site is generated from it. Every label has few values, which no caller can
 * add to.
 */
public enum Metric {
  POSTS(
      "parley_posts",
      Type.COUNTER,
      "Messages that were accepted.",
      new Dimension("store", "ephemeral_room, durable_room, session")),
  DELIVERIES(
      "parley_deliveries",
      Type.COUNTER,
      "Events that were passed to a connection: pushed to its stream or listener, or returned to a"
          + " call that waits.",
      new Dimension("way", "pushed, polled")),
  CLAIMS(
      "parley_claims",
      Type.COUNTER,
      "Claims of tasks: won, lost for a reason, or no task was free.",
      new Dimension("outcome", "won, lost, none")),
  TOOL_CALLS(
      "parley_tool_calls",
      Type.COUNTER,
      "Answered calls of tools. A tool that was never called has no series.",
      new Dimension("tool", "the names of the tools"),
      new Dimension("outcome", "ok, cancelled, or the code of the refusal")),
  TOOL_CALL_SECONDS(
      "parley_tool_call_seconds",
      Type.HISTOGRAM,
      "Time from a call of a tool to its answer; that of wait_for_messages contains the wait.",
      new Dimension("tool", "the names of the tools")),
  PUSHES("parley_mcp_pushes", Type.COUNTER, "Pushes that were written on streams of MCP clients."),
  SESSIONS_BEGUN("parley_mcp_sessions_begun", Type.COUNTER, "MCP sessions that began here."),
  SESSIONS("parley_mcp_sessions", Type.GAUGE, "MCP sessions of this node."),
  STREAMS("parley_mcp_streams", Type.GAUGE, "MCP sessions that have an event stream open."),
  WAITING_POSTS(
      "parley_mcp_waiting_posts",
      Type.GAUGE,
      "Requests of MCP clients that wait for their answer."),
  REQUESTS_REFUSED(
      "parley_requests_refused",
      Type.COUNTER,
      "Requests that were refused before anything else looked at them.",
      new Dimension("reason", "the code of the refusal")),
  CONNECTIONS(
      "parley_connections",
      Type.GAUGE,
      "Connections of agents and of those that look on: all that are open, those that are pushed"
          + " to, and those that wait in a call.",
      new Dimension("state", "open, listening, waiting")),
  UNDELIVERED(
      "parley_undelivered_messages",
      Type.GAUGE,
      "Messages that wait for a connection, counted for each connection."),
  CONNECTIONS_BEHIND(
      "parley_connections_behind", Type.GAUGE, "Connections that a message waits for."),
  UNCONFIRMED_WRITES(
      "parley_unconfirmed_writes",
      Type.GAUGE,
      "Writes whose callers wait for the database, or for the backend of durable rooms."),
  DATABASE_UP("parley_database_up", Type.GAUGE, "1 if the database answered, else 0."),
  DATABASE_FULL(
      "parley_database_disk_full", Type.GAUGE, "1 if the disk of the database is full, else 0."),
  BACKEND_UP(
      "parley_backend_up", Type.GAUGE, "1 if the backend of durable rooms answered, else 0."),
  TRANSACTION_SECONDS(
      "parley_database_transaction_seconds",
      Type.HISTOGRAM,
      "Time of transactions that write, with the wait for a connection. One transaction commits"
          + " the writes of several callers.",
      new Dimension("outcome", "committed, failed")),
  POOL_CONNECTIONS(
      "parley_database_pool_connections",
      Type.GAUGE,
      "Connections of the pool: those in use, those that are not, and the most there may be.",
      new Dimension("state", "active, idle, max")),
  POOL_WAITING(
      "parley_database_pool_waiting_threads",
      Type.GAUGE,
      "Threads that wait for a connection of the pool."),
  NODES("parley_nodes", Type.GAUGE, "Nodes over the same database, this one included."),
  BUILD(
      "parley_build",
      Type.INFO,
      "The version of this server.",
      new Dimension("version", "the version")),

  CPU_SECONDS("process_cpu_seconds", Type.COUNTER, "CPU time of this process."),
  START_TIME(
      "process_start_time_seconds", Type.GAUGE, "Start of this process, in seconds since 1970."),
  OPEN_FILES("process_open_fds", Type.GAUGE, "Open files."),
  MAX_FILES("process_max_fds", Type.GAUGE, "The most files there may be open."),
  VIRTUAL_MEMORY(
      "process_virtual_memory_bytes", Type.GAUGE, "Virtual memory of this process, on Linux."),
  RESIDENT_MEMORY(
      "process_resident_memory_bytes", Type.GAUGE, "Resident memory of this process, on Linux."),
  MEMORY_USED(
      "jvm_memory_used_bytes",
      Type.GAUGE,
      "Memory of the JVM in use.",
      new Dimension("area", "heap, nonheap")),
  MEMORY_COMMITTED(
      "jvm_memory_committed_bytes",
      Type.GAUGE,
      "Memory of the JVM that the operating system has given.",
      new Dimension("area", "heap, nonheap")),
  MEMORY_MAX(
      "jvm_memory_max_bytes",
      Type.GAUGE,
      "The most memory of the JVM there may be; -1 without a limit.",
      new Dimension("area", "heap, nonheap")),
  GC_SECONDS(
      "jvm_gc_collection_seconds",
      Type.SUMMARY,
      "Time of the garbage collections.",
      new Dimension("gc", "the collectors of the JVM")),
  THREADS("jvm_threads_current", Type.GAUGE, "Threads of the JVM.");

  /** The types of metrics, as Prometheus has them. */
  public enum Type {
    /** Only grows. */
    COUNTER("_total"),
    /** Goes up and down. */
    GAUGE(""),
    /** Counts in buckets, with a count and a sum. */
    HISTOGRAM("_bucket", "_count", "_sum"),
    /** A count and a sum. */
    SUMMARY("_count", "_sum"),
    /** Always 1; its labels are the information. */
    INFO("_info");

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> suffixes;

    Type(String... suffixes) {
      this.suffixes = List.of(suffixes);
    }
  }

  /**
   * A label of a metric.
   *
   * @param values the values it has, for people
   */
  public record Dimension(String label, String values) {}

  private final String base;
  private final Type type;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<Dimension> dimensions;

  Metric(String base, Type type, String help, Dimension... dimensions) {
    this.base = base;
    this.type = type;
    this.help = help;
    this.dimensions = List.of(dimensions);
  }

  /** Returns its name without the ending of its type. */
  public String base() {
    return base;
  }

  /** Returns its type. */
  public Type type() {
    return type;
  }

  /** Returns its meaning, in one sentence or two. */
  public String help() {
    return help;
  }

  /** Returns its labels. */
  public List<Dimension> dimensions() {
    return dimensions;
  }

  /** Returns the names of its series, which a query may use. */
  public List<String> series() {
    return type.suffixes.stream().map(suffix -> base + suffix).toList();
  }

  /** Returns the metric that has a series of this name. */
  public static Optional<Metric> ofSeries(String series) {
    return Arrays.stream(values()).filter(metric -> metric.series().contains(series)).findFirst();
  }

  /** Returns whether Parley counts it itself, rather than a library about the process. */
  public boolean isOwn() {
    return base.startsWith("parley_");
  }
}

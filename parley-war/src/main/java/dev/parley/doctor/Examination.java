package dev.parley.doctor;

import dev.parley.bridge.ExaminedServer;
import dev.parley.bridge.ExaminedSession;
import dev.parley.bridge.JsonValue;
import dev.parley.doctor.client.Client;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of the doctor: the wishes of its user, and what the links before have found out for those
 * behind. Safe for all threads.
 */
final class Examination implements AutoCloseable {
  private final DoctorOptions options;
  private final Surroundings surroundings;
  private final ExaminedServer server;
  private final Map<Class<? extends Link>, Finding.State> states = new HashMap<>();
  private Optional<ExaminedServer.Reply> health = Optional.empty();
  private Optional<ExaminedSession> session = Optional.empty();
  private Optional<ExaminedSession.EventStream> stream = Optional.empty();
  private Optional<JsonValue> agent = Optional.empty();
  private Instant healthAt = Instant.EPOCH;
  private boolean closed;

  Examination(DoctorOptions options, Surroundings surroundings, ExaminedServer server) {
    this.options = options;
    this.surroundings = surroundings;
    this.server = server;
  }

  DoctorOptions options() {
    return options;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  /** The server that is examined. */
  ExaminedServer server() {
    return server;
  }

  /** The clients that are examined. */
  List<Client> clients() {
    return Client.all(surroundings.places()).stream()
        .filter(client -> options.isFor(client.word()))
        .toList();
  }

  /** Keeps the server's answer to the probe of its health. */
  synchronized void learnHealth(ExaminedServer.Reply reply) {
    health = Optional.of(reply);
    healthAt = surroundings.clock().instant();
  }

  /** The local time at which that answer came. */
  synchronized Instant healthAt() {
    return healthAt;
  }

  /** The server's answer to the probe of its health, with the token if there is one. */
  synchronized Optional<ExaminedServer.Reply> health() {
    return health;
  }

  /** The server's own words about its health; empty where it gave none. */
  Optional<JsonValue> healthBody() {
    return health().flatMap(ExaminedServer.Reply::json);
  }

  /** Keeps the session that the links behind use; it is ended with the examination. */
  void learnSession(ExaminedSession opened) {
    boolean late;
    synchronized (this) {
      late = closed;
      session = late ? session : Optional.of(opened);
    }
    if (late) {
      opened.close();
    }
  }

  /** The open session; empty where none could be opened. */
  synchronized Optional<ExaminedSession> openedSession() {
    return session;
  }

  /** The open session; only for links that need it. */
  synchronized ExaminedSession session() {
    return session.orElseThrow(() -> new IllegalStateException("no session"));
  }

  /** Keeps the open event stream, which the link that reads it closes. */
  synchronized void learnStream(ExaminedSession.EventStream opened) {
    stream = Optional.of(opened);
  }

  /** The open event stream; only for links that need it. */
  synchronized ExaminedSession.EventStream stream() {
    return stream.orElseThrow(() -> new IllegalStateException("no event stream"));
  }

  /** Keeps what the server says about the agent that is to be woken. */
  synchronized void learnAgent(JsonValue said) {
    agent = Optional.of(said);
  }

  /** The server's words about the agent; only for links that need it. */
  synchronized JsonValue agent() {
    return agent.orElseThrow(() -> new IllegalStateException("no agent"));
  }

  synchronized void note(Class<? extends Link> link, Finding.State state) {
    states.put(link, state);
  }

  /** Returns whether {@code link} works. */
  synchronized boolean works(Class<? extends Link> link) {
    Finding.State state = states.get(link);
    return state == Finding.State.OK || state == Finding.State.WARNING;
  }

  @Override
  public void close() {
    Optional<ExaminedSession> open;
    synchronized (this) {
      closed = true;
      open = session;
    }
    open.ifPresent(ExaminedSession::close);
  }
}

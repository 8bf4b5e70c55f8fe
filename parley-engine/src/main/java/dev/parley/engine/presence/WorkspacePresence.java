package dev.parley.engine.presence;

import dev.parley.ParleyException;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.agent.ConnectionId;
import dev.parley.message.Body;
import dev.parley.message.Draft;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.room.Nickname;
import dev.parley.room.RoomName;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Page;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * One workspace as this node speaks and hears of it. What happens on this node goes into the view
 * at once, and is said for the others.
 */
final class WorkspacePresence {
  private static final System.Logger LOG = System.getLogger(WorkspacePresence.class.getName());
  private static final AgentId SPEAKER = new AgentId("parley");

  private record Open(AgentId agent, Supplier<Set<RoomName>> joined) {
    List<RoomName> rooms() {
      return joined.get().stream().sorted(Beat.BY_NAME).toList();
    }
  }

  private final TopicName topic;
  private final MessageBackend carrier;
  private final ConnectionId node;
  private final InstantSource clock;
  private final long ttl;
  private final RosterView view;
  private final Hearing others;
  private final Map<String, Open> open = new ConcurrentHashMap<>();
  private final Queue<Beat> unsaid = new ConcurrentLinkedQueue<>();
  private volatile boolean speechless;

  WorkspacePresence(
      WorkspaceId workspace,
      MessageBackend carrier,
      ConnectionId node,
      InstantSource clock,
      Timing timing) {
    this.topic = TopicName.presence(workspace);
    this.carrier = carrier;
    this.node = node;
    this.clock = clock;
    this.ttl = timing.ttl().toMillis();
    this.view = new RosterView(ttl, this::roomsOf);
    this.others = new Hearing(topic, carrier, node, clock, view);
  }

  private Optional<List<RoomName>> roomsOf(Instance instance) {
    return instance.node().equals(node)
        ? Optional.ofNullable(open.get(instance.name())).map(Open::rooms)
        : Optional.empty();
  }

  synchronized void enter(ConnectionId connection, AgentId agent, Supplier<Set<RoomName>> rooms) {
    Open entered = new Open(agent, rooms);
    open.put(connection.value(), entered);
    note(Beat.Kind.HELLO, connection.value(), entered);
  }

  /** Whether {@code agent} is known, or one more may be. */
  boolean fits(AgentId agent, int limit) {
    return view.fits(agent, limit, clock.millis());
  }

  /** Does nothing for a connection that has left. */
  synchronized void move(ConnectionId connection) {
    Open here = open.get(connection.value());
    if (here != null) {
      note(Beat.Kind.HEARTBEAT, connection.value(), here);
    }
  }

  /** A second call does nothing. */
  synchronized void leave(ConnectionId connection) {
    Open left = open.remove(connection.value());
    if (left != null) {
      note(Beat.Kind.GOODBYE, connection.value(), left);
    }
  }

  /** Says of every open connection that it is there. One that leaves meanwhile leaves after it. */
  synchronized void beat() {
    open.forEach((connection, here) -> note(Beat.Kind.HEARTBEAT, connection, here));
    view.forget(clock.millis());
  }

  synchronized void leaveAll() {
    open.keySet().forEach(connection -> leave(new ConnectionId(connection)));
  }

  private void note(Beat.Kind kind, String connection, Open here) {
    Beat beat = new Beat(kind, clock.millis(), connection, here.agent(), here.rooms());
    view.hear(new Instance(node, connection), beat);
    unsaid.add(beat);
  }

  /**
   * Posts what was not said yet, in order, by one thread at a time. Of what cannot be posted,
   * goodbyes are said with the next try, while they are news; the rest that one says anew.
   */
  void speak() {
    List<Beat> beats = new ArrayList<>();
    for (Beat next = unsaid.poll(); next != null; next = unsaid.poll()) {
      beats.add(next);
    }
    try {
      others.begin();
      for (Body body : BeatText.write(beats)) {
        Sender sender = new Sender(SPEAKER, Nickname.like(SPEAKER.value()), node);
        carrier.post(Draft.of(topic, sender, body));
      }
      if (speechless && !beats.isEmpty()) {
        speechless = false;
        LOG.log(System.Logger.Level.INFO, "Other nodes are told again who is here.");
      }
    } catch (ParleyException away) {
      beats.stream().filter(this::isNews).forEach(unsaid::add);
      if (!speechless) {
        speechless = true;
        LOG.log(
            System.Logger.Level.WARNING,
            "Other nodes cannot be told who is here; that is tried each second. {0}",
            away.getMessage());
      }
    }
  }

  /** Past the TTL it is known without a word. */
  private boolean isNews(Beat beat) {
    return beat.kind() == Beat.Kind.GOODBYE && clock.millis() - beat.at() < ttl;
  }

  /** Whether others could not be told lately who is here. */
  boolean isSpeechless() {
    return speechless;
  }

  boolean isGone(AgentId agent, ConnectionId connection, Instant since) {
    return others.hasBegun()
        && !speechless
        && view.isGone(agent, connection.value(), since.toEpochMilli(), clock.millis());
  }

  Roster roster(RosterQuery query) {
    others.begin();
    if (speechless) {
      Page unused = carrier.fetchAfter(topic, Optional.empty(), 1);
    }
    long now = clock.millis();
    Roster roster = view.roster(query, now);
    boolean mayHaveMissed = !query.onlineOnly() && now - query.since().toMillis() < others.since();
    return new Roster(roster.users(), roster.truncated() || mayHaveMissed);
  }

  void close() {
    others.end();
  }
}

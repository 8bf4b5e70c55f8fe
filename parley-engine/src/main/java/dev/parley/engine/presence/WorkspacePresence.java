package dev.parley.engine.presence;

import dev.parley.ParleyException;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.agent.ConnectionId;
import dev.parley.message.Body;
import dev.parley.message.Draft;
import dev.parley.message.Message;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.room.Nickname;
import dev.parley.room.RoomName;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Page;
import dev.parley.spi.Stored;
import dev.parley.spi.Subscription;
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
import org.jspecify.annotations.Nullable;

/**
 * One workspace as this node speaks and hears of it. What happens on this node is known at once;
 * what it says of that is for the others, and its own messages are passed over when they come back.
 */
final class WorkspacePresence {
  /** How many messages of the time before are read; each holds many beats. */
  static final int MOST_HISTORY = 10_000;

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
  private final RosterView view;
  private final Map<String, Open> open = new ConcurrentHashMap<>();
  private final Queue<Beat> unsaid = new ConcurrentLinkedQueue<>();

  private final Object beginning = new Object();
  private volatile @Nullable Subscription subscription;

  /** Guards what is heard while the time before is still read, and the end of that. */
  private final Object hearing = new Object();

  private final List<Stored> early = new ArrayList<>();
  private volatile boolean begun;
  private volatile long heardSince;
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
    this.view = new RosterView(timing.ttl().toMillis(), this::roomsOf);
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
   * Posts what was not said yet, in order, by one thread at a time. What cannot be posted is
   * dropped: the next heartbeat says it again, and who left without a word is gone after the TTL.
   */
  void speak() {
    List<Beat> beats = new ArrayList<>();
    for (Beat next = unsaid.poll(); next != null; next = unsaid.poll()) {
      beats.add(next);
    }
    try {
      begin();
      for (Body body : BeatText.write(beats)) {
        Sender sender = new Sender(SPEAKER, Nickname.like(SPEAKER.value()), node);
        carrier.post(Draft.of(topic, sender, body));
      }
      if (speechless && !beats.isEmpty()) {
        speechless = false;
        LOG.log(System.Logger.Level.INFO, "Other nodes are told again who is here.");
      }
    } catch (ParleyException away) {
      if (!speechless) {
        speechless = true;
        LOG.log(
            System.Logger.Level.WARNING,
            "Other nodes cannot be told who is here; the next heartbeat tries again.",
            away);
      }
    }
  }

  Roster roster(RosterQuery query) {
    begin();
    if (speechless) {
      Page unused = carrier.fetchAfter(topic, Optional.empty(), 1);
    }
    long now = clock.millis();
    Roster roster = view.roster(query, now);
    boolean mayHaveMissed = !query.onlineOnly() && now - query.since().toMillis() < heardSince;
    return new Roster(roster.users(), roster.truncated() || mayHaveMissed);
  }

  /** Reads what was said before, and hears what is said from now on. Once is enough. */
  private void begin() {
    if (begun) {
      return;
    }
    synchronized (beginning) {
      if (begun) {
        return;
      }
      if (subscription == null) {
        subscription = carrier.subscribe(topic, this::heard);
      }
      catchUp(carrier.fetchAfter(topic, Optional.empty(), MOST_HISTORY).messages());
    }
  }

  private void catchUp(List<Stored> before) {
    synchronized (hearing) {
      before.forEach(this::hear);
      long last = before.isEmpty() ? 0 : seq(before.get(before.size() - 1));
      early.stream().filter(stored -> seq(stored) > last).forEach(this::hear);
      early.clear();
      if (before.size() == MOST_HISTORY) {
        heardSince = before.get(0).message().sentAt().toEpochMilli();
      }
      begun = true;
    }
  }

  private void heard(Stored stored) {
    synchronized (hearing) {
      if (begun) {
        hear(stored);
      } else {
        early.add(stored);
      }
    }
  }

  private void hear(Stored stored) {
    Message message = stored.message();
    ConnectionId speaker = message.sender().connection();
    if (!speaker.equals(node)) {
      for (Beat beat : BeatText.read(message.text(), clock.millis())) {
        view.hear(new Instance(speaker, beat.instance()), beat);
      }
    }
  }

  private static long seq(Stored stored) {
    return stored.message().seq();
  }

  void close() {
    Subscription following = subscription; // without the lock: a store may hang in its beginning
    if (following != null) {
      following.close();
    }
  }
}

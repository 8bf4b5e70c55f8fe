package dev.parley.engine.presence;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.ParleyException;
import dev.parley.spi.LifeSigns;
import dev.parley.spi.MessageBackend;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
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

  private final TopicName topic;
  private final MessageBackend carrier;
  private final ConnectionId node;
  private final InstantSource clock;
  private final long ttl;
  private final RosterView view;
  private final PresenceSubscription others;
  private final Map<String, LocalConnection> open = new ConcurrentHashMap<>();
  private final Queue<PresenceEvent> unsaid = new ConcurrentLinkedQueue<>();
  private final Set<String> fallenSilent = new HashSet<>();
  private volatile boolean speechless;

  WorkspacePresence(
      WorkspaceId workspace,
      MessageBackend carrier,
      ConnectionId node,
      InstantSource clock,
      HeartbeatConfig timing) {
    this.topic = TopicName.presence(workspace);
    this.carrier = carrier;
    this.node = node;
    this.clock = clock;
    this.ttl = timing.ttl().toMillis();
    this.view = new RosterView(ttl, this::roomsOf);
    this.others = new PresenceSubscription(topic, carrier, node, clock, view);
  }

  private Optional<List<RoomName>> roomsOf(ConnectionKey instance) {
    return instance.node().equals(node)
        ? Optional.ofNullable(open.get(instance.name()))
            .filter(here -> here.silentMillis() < ttl)
            .map(LocalConnection::rooms)
        : Optional.empty();
  }

  synchronized void enter(
      ConnectionId connection, AgentId agent, boolean person, Supplier<Set<RoomName>> rooms) {
    LocalConnection entered = new LocalConnection(agent, person, rooms);
    open.put(connection.value(), entered);
    note(PresenceEvent.Kind.HELLO, connection.value(), entered);
  }

  /** Whether {@code agent} is known, or one more may be. */
  boolean fits(AgentId agent, int limit) {
    return view.fits(agent, limit, clock.millis());
  }

  /** Does nothing for a connection that has left. */
  synchronized void move(ConnectionId connection) {
    LocalConnection here = open.get(connection.value());
    if (here != null) {
      note(PresenceEvent.Kind.HEARTBEAT, connection.value(), here);
    }
  }

  /** A second call does nothing. */
  synchronized void leave(ConnectionId connection) {
    LocalConnection left = open.remove(connection.value());
    if (left != null) {
      note(PresenceEvent.Kind.GOODBYE, connection.value(), left);
    }
  }

  /**
   * Says of every connection that gives signs of life when the last one was. One that leaves
   * meanwhile leaves after it.
   */
  synchronized void beat() {
    open.forEach(
        (connection, here) -> {
          if (here.isSilent(ttl)) {
            fallenSilent.add(connection);
          } else {
            note(PresenceEvent.Kind.HEARTBEAT, connection, here);
          }
        });
    view.forget(clock.millis());
  }

  /**
   * Says of those that were silent and give signs of life again that they are there.
   *
   * @return whether there are any
   */
  synchronized boolean beatOfReturned() {
    boolean returned = false;
    for (Iterator<String> each = fallenSilent.iterator(); each.hasNext(); ) {
      String connection = each.next();
      LocalConnection here = open.get(connection);
      if (here == null) {
        each.remove();
      } else if (!here.isSilent(ttl)) {
        each.remove();
        note(PresenceEvent.Kind.HEARTBEAT, connection, here);
        returned = true;
      }
    }
    return returned;
  }

  /** Lets the presence of a connection rest on the signs of life its transport sees. */
  void presentBy(ConnectionId connection, LifeSigns signs) {
    LocalConnection here = open.get(connection.value());
    if (here != null) {
      here.presentBy(signs);
    }
  }

  /**
   * Whether no transport reaches a connection: one of this node by what its transport says, which
   * may take a moment, one of another node once it {@link #isGone is gone}.
   */
  boolean isUnreachable(AgentId agent, ConnectionId connection, Instant since) {
    LocalConnection here = open.get(connection.value());
    return here == null ? isGone(agent, connection, since) : !here.isReachable();
  }

  /** Counts a connection of this node as gone until its next sign of life. */
  void supersede(ConnectionId connection) {
    LocalConnection here = open.get(connection.value());
    if (here != null) {
      here.supersede();
    }
  }

  synchronized void leaveAll() {
    open.keySet().forEach(connection -> leave(new ConnectionId(connection)));
  }

  private void note(PresenceEvent.Kind kind, String connection, LocalConnection here) {
    long at =
        kind == PresenceEvent.Kind.GOODBYE ? clock.millis() : clock.millis() - here.silentMillis();
    PresenceEvent beat =
        new PresenceEvent(
            kind, Math.max(at, 0), connection, here.agent(), here.rooms(), here.isPerson());
    view.hear(new ConnectionKey(node, connection), beat);
    unsaid.add(beat);
  }

  /**
   * Posts what was not said yet, in order, by one thread at a time. Of what cannot be posted,
   * goodbyes are said with the next try, while they are news; the rest that one says anew.
   */
  void speak() {
    List<PresenceEvent> beats = new ArrayList<>();
    for (PresenceEvent next = unsaid.poll(); next != null; next = unsaid.poll()) {
      beats.add(next);
    }
    try {
      others.begin();
      for (Body body : PresenceCodec.write(beats)) {
        Sender sender = new Sender(SPEAKER, Nickname.like(SPEAKER.value()), node);
        carrier.post(MessageDraft.of(topic, sender, body));
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
  private boolean isNews(PresenceEvent beat) {
    return beat.kind() == PresenceEvent.Kind.GOODBYE && clock.millis() - beat.at() < ttl;
  }

  /** Whether others could not be told lately who is here. */
  boolean isSpeechless() {
    return speechless;
  }

  boolean isGone(AgentId agent, ConnectionId connection, Instant since) {
    LocalConnection here = open.get(connection.value());
    if (here != null && here.isSuperseded()) {
      return true;
    }
    return others.hasBegun()
        && !speechless
        && view.isGone(agent, connection.value(), since.toEpochMilli(), clock.millis());
  }

  boolean isPerson(String name) {
    return open.values().stream()
        .anyMatch(
            here ->
                here.isPerson()
                    && !here.isSilent(ttl)
                    && here.agent().value().equalsIgnoreCase(name));
  }

  Roster roster(RosterQuery query) {
    others.begin();
    if (speechless) {
      MessagePage unused = carrier.fetchAfter(topic, Optional.empty(), 1);
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

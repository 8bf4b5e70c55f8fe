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
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * The presence of one workspace on this node. Changes on this node go into the view at once, and
 * are published for the others.
 */
final class WorkspacePresence {
  private static final System.Logger LOG = System.getLogger(WorkspacePresence.class.getName());
  private static final AgentId SPEAKER = new AgentId("parley");

  private final TopicName topic;
  private final MessageBackend backend;
  private final ConnectionId node;
  private final InstantSource clock;
  private final TimeToLive ttl;
  private final RosterView view;
  private final PresenceSubscription others;
  private final Map<String, LocalConnection> open = new ConcurrentHashMap<>();

  /** Those of {@link #open} that are people: each call that names its agent looks at them. */
  private final Map<String, LocalConnection> people = new ConcurrentHashMap<>();

  private final Queue<PresenceEvent> unpublished = new ConcurrentLinkedQueue<>();
  private final Set<String> fallenSilent = new HashSet<>();
  private final ExpiryNotifier expiry;
  private final Runnable onChange;
  private volatile boolean failing;
  private volatile long checkedAt;

  /**
   * Makes the presence of a workspace without connections.
   *
   * @param timer runs the timer of connections that fall silent
   * @param onChange called after each change, here or at another node
   */
  WorkspacePresence(
      WorkspaceId workspace,
      MessageBackend backend,
      ConnectionId node,
      InstantSource clock,
      HeartbeatConfig timing,
      ScheduledExecutorService timer,
      Runnable onChange) {
    this.topic = TopicName.presence(workspace);
    this.backend = backend;
    this.node = node;
    this.clock = clock;
    this.ttl = new TimeToLive(timing.ttl().toMillis());
    this.onChange = onChange;
    this.checkedAt = clock.millis();
    this.expiry = new ExpiryNotifier(timer, clock, this::check);
    this.view = new RosterView(ttl, this::roomsOf, this::added);
    this.others = new PresenceSubscription(topic, backend, node, clock, view);
  }

  private void added(boolean news, long expiresAt) {
    expiry.expect(expiresAt);
    if (news) {
      onChange.run();
    }
  }

  /**
   * Reports connections that fell silent since the last check.
   *
   * @return the time at which the next one may
   */
  private long check(long now) {
    long since = checkedAt;
    checkedAt = now;
    boolean expired = view.hasExpired(since, now);
    long next = view.nextExpiry(now);
    synchronized (this) {
      for (Map.Entry<String, LocalConnection> entry : open.entrySet()) {
        if (entry.getValue().isSilent(ttl)) {
          expired |= fallenSilent.add(entry.getKey());
        } else {
          next = Math.min(next, entry.getValue().expiry(now, ttl));
        }
      }
    }
    if (expired) {
      onChange.run();
    }
    return next;
  }

  private Optional<List<RoomName>> roomsOf(ConnectionKey instance) {
    return instance.node().equals(node)
        ? Optional.ofNullable(open.get(instance.name()))
            .filter(here -> !here.isSilent(ttl))
            .map(LocalConnection::rooms)
        : Optional.empty();
  }

  synchronized void enter(
      ConnectionId connection, AgentId agent, boolean person, Supplier<Set<RoomName>> rooms) {
    LocalConnection entered = new LocalConnection(agent, person, rooms);
    open.put(connection.value(), entered);
    if (person) {
      people.put(connection.value(), entered);
    }
    record(PresenceEvent.Kind.HELLO, connection.value(), entered);
  }

  /** Returns true if {@code agent} is known, or there is room for one more. */
  boolean fits(AgentId agent, int limit) {
    return view.fits(agent, limit, clock.millis());
  }

  /** Does nothing for a connection that has left. */
  synchronized void move(ConnectionId connection) {
    LocalConnection here = open.get(connection.value());
    if (here != null) {
      record(PresenceEvent.Kind.HEARTBEAT, connection.value(), here);
    }
  }

  /** A second call does nothing. */
  synchronized void leave(ConnectionId connection) {
    LocalConnection left = open.remove(connection.value());
    people.remove(connection.value());
    if (left != null) {
      record(PresenceEvent.Kind.GOODBYE, connection.value(), left);
    }
  }

  /**
   * Publishes the last sign of life of every connection that gives any. A connection that leaves
   * meanwhile leaves after it.
   */
  synchronized void beat() {
    open.forEach(
        (connection, here) -> {
          if (here.isSilent(ttl)) {
            if (fallenSilent.add(connection)) {
              onChange.run();
            }
          } else {
            record(PresenceEvent.Kind.HEARTBEAT, connection, here);
          }
        });
    view.forget(clock.millis());
  }

  /**
   * Publishes connections that were silent and give signs of life again.
   *
   * @return true if there are any
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
        record(PresenceEvent.Kind.HEARTBEAT, connection, here);
        returned = true;
      }
    }
    return returned;
  }

  /** Bases the presence of a connection on the signs of life its transport sees. */
  void presentBy(ConnectionId connection, LifeSigns signs) {
    LocalConnection here = open.get(connection.value());
    if (here != null) {
      here.presentBy(signs);
      expiry.expect(here.expiry(clock.millis(), ttl));
    }
  }

  /**
   * Returns true if no transport reaches a connection. For one of this node its transport is asked,
   * which may take a moment; one of another node counts once it {@link #isGone is gone}.
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
    expiry.close();
    open.keySet().forEach(connection -> leave(new ConnectionId(connection)));
  }

  private void record(PresenceEvent.Kind kind, String connection, LocalConnection here) {
    long at =
        kind == PresenceEvent.Kind.GOODBYE ? clock.millis() : clock.millis() - here.silentMillis();
    PresenceEvent beat =
        new PresenceEvent(
            kind, Math.max(at, 0), connection, here.agent(), here.rooms(), here.isPerson());
    view.add(new ConnectionKey(node, connection), beat);
    unpublished.add(beat);
  }

  /**
   * Publishes the recorded events, in order, by one thread at a time. Goodbyes that fail are
   * retried while they are news; other events are made anew.
   */
  void publish() {
    List<PresenceEvent> beats = new ArrayList<>();
    for (PresenceEvent next = unpublished.poll(); next != null; next = unpublished.poll()) {
      beats.add(next);
    }
    try {
      others.begin();
      for (Body body : PresenceCodec.write(beats)) {
        Sender sender = new Sender(SPEAKER, Nickname.like(SPEAKER.value()), node);
        backend.post(MessageDraft.of(topic, sender, body));
      }
      if (failing && !beats.isEmpty()) {
        failing = false;
        LOG.log(System.Logger.Level.INFO, "Presence is published to other nodes again.");
      }
    } catch (ParleyException away) {
      beats.stream().filter(this::isNews).forEach(unpublished::add);
      if (!failing) {
        failing = true;
        LOG.log(
            System.Logger.Level.WARNING,
            "Presence cannot be published to other nodes; retrying each second. {0}",
            away.getMessage());
      }
    }
  }

  /** Returns true if the event is news; past the TTL others know without it. */
  private boolean isNews(PresenceEvent beat) {
    return beat.kind() == PresenceEvent.Kind.GOODBYE && ttl.covers(clock.millis() - beat.at());
  }

  /** Returns true if publishing to other nodes fails at the moment. */
  boolean isFailing() {
    return failing;
  }

  boolean isGone(AgentId agent, ConnectionId connection, Instant since) {
    LocalConnection here = open.get(connection.value());
    if (here != null && here.isSuperseded()) {
      return true;
    }
    return others.hasBegun()
        && !failing
        && view.isGone(agent, connection.value(), since.toEpochMilli(), clock.millis());
  }

  /** Returns the nicknames that begin so and are names of agents but {@code own}. */
  Set<String> namesOfOthers(AgentId own, String prefix) {
    return view.namesOfOthers(own, prefix, clock.millis());
  }

  boolean isPerson(String name) {
    for (LocalConnection here : people.values()) {
      if (here.agent().value().equalsIgnoreCase(name) && !here.isSilent(ttl)) {
        return true;
      }
    }
    return false;
  }

  Roster roster(RosterQuery query) {
    others.begin();
    if (failing) {
      MessagePage unused = backend.fetchAfter(topic, Optional.empty(), 1);
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

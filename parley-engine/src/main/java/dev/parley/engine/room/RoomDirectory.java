package dev.parley.engine.room;

import dev.parley.engine.concurrent.KeyedListeners;
import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.topic.ConnectionReader;
import dev.parley.event.ChangeListener;
import dev.parley.id.ConnectionId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rooms of this node: their rows, and those in use. */
public final class RoomDirectory {
  private static final System.Logger LOG = System.getLogger(RoomDirectory.class.getName());

  private static final int MAX_AT_ONCE = 500;

  private final RoomRows rows;
  private final RoomBackends backends;
  private final RoomConfig config;
  private final Executor reading;
  private final DeliveryLedger ledger;
  private final Predicate<ConnectionId> release;
  private final PostListener posted;
  private final Map<TopicName, LiveRoom> live = new ConcurrentHashMap<>();
  private final Map<ConnectionId, ConnectedRooms> connected = new ConcurrentHashMap<>();
  private final Queue<ConnectionId> departed = new ConcurrentLinkedQueue<>();
  private final KeyedListeners<WorkspaceId, ChangeListener> listeners = new KeyedListeners<>();
  private volatile boolean closed;

  /**
   * Makes a directory over {@code rows}, and connects the backends.
   *
   * @param reading the executor that reads older messages from the log of a durable room
   * @param ledger the progress of agents in durable rooms
   * @param release releases a connection that ends; returns true if this node is to remove its
   *     memberships
   * @param posted gets each message posted on this node
   */
  public RoomDirectory(
      RoomRows rows,
      RoomBackends backends,
      RoomConfig config,
      Executor reading,
      DeliveryLedger ledger,
      Predicate<ConnectionId> release,
      PostListener posted) {
    this.rows = rows;
    this.backends = backends;
    this.config = config;
    this.reading = reading;
    this.ledger = ledger;
    this.release = release;
    this.posted = posted;
    backends.connect();
  }

  /**
   * Returns the rooms as one connection sees them.
   *
   * @param inboxReaders makes second readers of the same connection, for its inbox
   * @param listener gets the changes of memberships
   * @param mail the session messages for the inbox
   * @param pushesAreShown whether the agent is known to see what is pushed
   */
  public ConnectedRooms seenBy(
      Participant participant,
      ConnectionReader reader,
      Supplier<ConnectionReader> inboxReaders,
      MembershipListener listener,
      SessionMail mail,
      BooleanSupplier pushesAreShown) {
    ConnectedRooms rooms =
        new ConnectedRooms(this, participant, reader, inboxReaders, listener, mail, pushesAreShown);
    connected.put(reader.id(), rooms);
    return rooms;
  }

  /** Informs a connection of this node of its new nickname; does nothing for other connections. */
  void renamed(ConnectionId connection, RoomName room, Nickname nickname) {
    ConnectedRooms rooms = connected.get(connection);
    if (rooms != null) {
      rooms.renamed(room, nickname);
    }
  }

  /** Calls {@code listener} when the list of rooms changes, as far as this node changes it. */
  public Subscription onChange(WorkspaceId workspace, ChangeListener listener) {
    return listeners.add(workspace, listener)::run;
  }

  /** Reports that the list of rooms has changed. */
  void changed(WorkspaceId workspace) {
    listeners.each(workspace, RoomDirectory::changed);
  }

  private static void changed(ChangeListener listener) {
    listener.changed(ChangeListener.Part.ROOMS);
  }

  /** Drops a connection that has ended. */
  void forget(ConnectionId connection) {
    connected.remove(connection);
  }

  /** Removes the memberships of connections that ended while the database was unreachable. */
  public void clearDeparted() {
    List<ConnectionId> batch = new ArrayList<>();
    ConnectionId next;
    while (batch.size() < MAX_AT_ONCE && (next = departed.poll()) != null) {
      batch.add(next);
    }
    if (batch.isEmpty()) {
      return;
    }
    try {
      removeMemberships(batch);
      listeners.all(RoomDirectory::changed);
    } catch (ParleyException databaseIsAway) {
      departed.addAll(batch);
    }
  }

  /** Removes from {@code batch} every connection that is done. */
  private void removeMemberships(List<ConnectionId> batch) {
    Iterator<ConnectionId> each = batch.iterator();
    while (each.hasNext()) {
      if (!release.test(each.next())) {
        each.remove();
      }
    }
    if (!batch.isEmpty()) {
      rows.depart(batch);
    }
  }

  /**
   * Returns unused numbers and removes this node's memberships, if the database answers.
   *
   * @param spared connections whose memberships stay, because they may continue on another node
   */
  public void close(Set<ConnectionId> spared) {
    closed = true;
    backends.disconnect();
    try {
      for (LiveRoom room : live.values()) {
        room.close();
      }
      var unused = rows.clearNode(spared);
    } catch (RuntimeException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Database unreachable during shutdown; this node's memberships are removed at its next"
              + " start.",
          Masking.trace(e));
    }
  }

  /** Makes a room durable; creates it where it is absent. */
  public void makeDurable(TopicName topic) {
    room(topic.workspace(), new RoomName(topic.name())).makeDurable();
  }

  LiveRoom room(WorkspaceId workspace, RoomName name) {
    TopicName topic = TopicName.of(workspace, name);
    LiveRoom known = live.get(topic);
    if (known != null) {
      return known;
    }
    RoomRows.Known row = rows.ensureRoom(workspace, name);
    LiveRoom room = live.computeIfAbsent(topic, t -> liveRoom(name, row, t));
    if (backends.mode() == RoomBackends.ClusterMode.ALL_DURABLE) {
      room.makeDurable();
    }
    listeners.each(workspace, listener -> listener.opened(name));
    changed(workspace);
    return room;
  }

  private LiveRoom liveRoom(RoomName name, RoomRows.Known row, TopicName topic) {
    return new LiveRoom(
        name, row, topic, backends, config, reading, onSwitch -> ephemeral(row, topic, onSwitch));
  }

  private EphemeralLog ephemeral(RoomRows.Known row, TopicName topic, Runnable onSwitch) {
    return backends
        .broker()
        .<EphemeralLog>map(
            broker ->
                new BrokeredRoomLog(
                    topic,
                    rows,
                    row.key(),
                    broker,
                    new HighWaterMark(rows.numbers(), row.key(), reading),
                    onSwitch))
        .orElseGet(() -> new LocalRoomLog(rows, row.key(), config.ids(), config.clock()));
  }

  /** Finds the rooms of this node that other nodes made durable. */
  public void lookForDurable() {
    Map<String, LiveRoom> ephemeral =
        live.values().stream()
            .filter(room -> !room.isDurable())
            .collect(Collectors.toMap(LiveRoom::key, room -> room));
    List<String> keys = List.copyOf(ephemeral.keySet());
    for (int from = 0; from < keys.size(); from += MAX_AT_ONCE) {
      List<String> some = keys.subList(from, Math.min(keys.size(), from + MAX_AT_ONCE));
      for (String durable : rows.durableAmong(some)) {
        Objects.requireNonNull(ephemeral.get(durable)).switchToDurable();
        listeners.all(RoomDirectory::changed);
      }
    }
  }

  /** Returns the rows of rooms and members. */
  RoomRows rows() {
    return rows;
  }

  /** Returns the allowed rooms. */
  AllowedTopics allowed() {
    return config.allowed();
  }

  /** Returns the progress of agents in durable rooms. */
  DeliveryLedger ledger() {
    return ledger;
  }

  /** Returns the message {@code seq} of a durable room, if it is stored. */
  Optional<Message> message(TopicName topic, long seq) {
    return backends.message(topic, seq);
  }

  /** Posts {@code draft}, once under {@code key} where there is one. */
  Message post(LiveRoom room, MessageDraft draft, @Nullable IdempotencyKey key) {
    if (closed) {
      throw new ParleyException(new Unavailable("This Parley", Duration.ofSeconds(1)));
    }
    boolean isDurable = room.isDurable(); // asked before the post: false where in doubt
    Message message = room.post(draft, key);
    posted.posted(message, isDurable);
    return message;
  }

  /** Reads stored messages of a topic. */
  MessagePage fetch(TopicName topic, Optional<Cursor> since, int limit) {
    return backends.durable().fetchAfter(topic, since, limit);
  }

  /** Reads stored messages after a number. */
  List<Message> readAfter(TopicName topic, long seq, int limit) {
    return backends.readAfter(topic, seq, limit);
  }

  /** Reads stored messages right before a number, or before the end. */
  List<Message> readBefore(TopicName topic, OptionalLong seq, int limit) {
    return backends.readBefore(topic, seq, limit);
  }

  /** Reads stored messages of a topic, or waits for one. */
  CompletableFuture<MessagePage> await(
      TopicName topic, Optional<Cursor> since, int limit, Duration maxWait, Executor answering) {
    return LongPoll.of(backends.durable(), topic, since, limit, maxWait, answering);
  }

  /** Searches stored messages of {@code topics}. */
  SearchResult search(List<TopicName> topics, SearchQuery query) {
    return backends.search(topics, query);
  }

  /** Reads a thread of stored messages. */
  SearchResult thread(TopicName topic, MessageId root) {
    return backends.thread(topic, root);
  }

  void departed(ConnectionId connection) {
    try {
      if (release.test(connection)) {
        rows.depart(List.of(connection));
      }
    } catch (ParleyException databaseIsAway) {
      departed.add(connection);
    }
  }
}

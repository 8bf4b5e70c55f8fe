package dev.parley.engine.room;

import dev.parley.engine.backend.memory.SequenceSource;
import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.topic.BackPressure;
import dev.parley.engine.topic.Reader;
import dev.parley.id.AgentId;
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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rooms of this node: what is known of them as rows, and what is live. */
public final class RoomDirectory {
  private static final System.Logger LOG = System.getLogger(RoomDirectory.class.getName());

  private static final int MAX_AT_ONCE = 500;

  private final RoomRows rows;
  private final RoomBackends carriers;
  private final int kept;
  private final BackPressure.Limits limits;
  private final Executor reading;
  private final DeliveryLedger readings;
  private final AllowedTopics allowed;
  private final Predicate<ConnectionId> release;
  private final Map<TopicName, LiveRoom> live = new ConcurrentHashMap<>();
  private final Map<ConnectionId, ConnectedRooms> connected = new ConcurrentHashMap<>();
  private final Queue<ConnectionId> departed = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /**
   * A directory over {@code rows}.
   *
   * @param carriers makes what carries the rooms, from where ephemeral ones get their numbers
   * @param kept how many messages of a room stay in memory
   * @param reading where what is not there any more is read from the log of a durable room
   * @param readings how far agents have got in durable rooms
   * @param allowed the rooms that may be named
   * @param release lets a connection that ends go; answers whether its seats are this node's to
   *     remove
   */
  public RoomDirectory(
      RoomRows rows,
      Function<SequenceSource, RoomBackends> carriers,
      int kept,
      BackPressure.Limits limits,
      Executor reading,
      DeliveryLedger readings,
      AllowedTopics allowed,
      Predicate<ConnectionId> release) {
    this.rows = rows;
    this.release = release;
    this.kept = kept;
    this.limits = limits;
    this.reading = reading;
    this.readings = readings;
    this.allowed = allowed;
    this.carriers = carriers.apply(this::nextNumber);
    this.carriers.connect();
  }

  /**
   * The rooms as one connection sees them.
   *
   * @param beforeWrite runs before a join; may refuse
   * @param besides makes second readings of the same connection, for those who ask
   * @param answering where those who waited are answered
   * @param attendance who is there, and where it is told
   * @param mail the messages of sessions, for those who ask
   * @param pushesAreShown whether what is pushed is known to reach the agent
   */
  public ConnectedRooms seenBy(
      Reader reader,
      AgentId agent,
      WorkspaceId workspace,
      TokenBucket bucket,
      Runnable beforeWrite,
      Supplier<Reader> besides,
      Executor answering,
      MembershipListener attendance,
      SessionMail mail,
      BooleanSupplier pushesAreShown) {
    ConnectedRooms rooms =
        new ConnectedRooms(
            this,
            rows,
            reader,
            agent,
            workspace,
            bucket,
            beforeWrite,
            besides,
            answering,
            allowed,
            attendance,
            mail,
            pushesAreShown);
    connected.put(reader.id(), rooms);
    return rooms;
  }

  /** Tells a connection of this node that it has another nickname; others are not told. */
  void renamed(ConnectionId connection, RoomName room, Nickname nickname) {
    ConnectedRooms rooms = connected.get(connection);
    if (rooms != null) {
      rooms.renamed(room, nickname);
    }
  }

  /** The connection has ended. */
  void forget(ConnectionId connection) {
    connected.remove(connection);
  }

  /** Removes the seats of connections that ended while the database was away. */
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
      removeSeats(batch);
    } catch (ParleyException databaseIsAway) {
      departed.addAll(batch);
    }
  }

  /** Takes out of {@code batch} whatever is done with. */
  private void removeSeats(List<ConnectionId> batch) {
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
   * Gives back unused numbers and this node's seats, as far as the database answers.
   *
   * @param spared connections that keep their seats, as they may go on elsewhere
   */
  public void close(Set<ConnectionId> spared) {
    closed = true;
    carriers.disconnect();
    try {
      for (LiveRoom room : live.values()) {
        room.numbers().giveBack();
      }
      var unused = rows.clearNode(spared);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "The database was away when Parley closed.", e);
    }
  }

  LiveRoom room(WorkspaceId workspace, RoomName name) {
    TopicName topic = TopicName.of(workspace, name);
    LiveRoom known = live.get(topic);
    if (known != null) {
      return known;
    }
    RoomRows.Known row = rows.ensureRoom(workspace, name);
    LiveRoom room =
        live.computeIfAbsent(
            topic,
            t ->
                new LiveRoom(
                    name,
                    row,
                    t,
                    new HiLoSequence(rows, row.key()),
                    carriers,
                    kept,
                    limits,
                    reading,
                    new HighWaterMark(rows, row.key(), reading)));
    if (carriers.mode() == RoomBackends.ClusterMode.ALL_DURABLE) {
      room.makeDurable(rows);
    }
    return room;
  }

  /** Finds out which rooms of this node others made durable. */
  public void lookForDurable() {
    Map<String, LiveRoom> ephemeral =
        live.values().stream()
            .filter(room -> !room.isDurable())
            .collect(Collectors.toMap(LiveRoom::key, room -> room));
    List<String> keys = List.copyOf(ephemeral.keySet());
    for (int from = 0; from < keys.size(); from += MAX_AT_ONCE) {
      List<String> some = keys.subList(from, Math.min(keys.size(), from + MAX_AT_ONCE));
      for (String durable : rows.durableAmong(some)) {
        Objects.requireNonNull(ephemeral.get(durable)).carryOnDurably();
      }
    }
  }

  /** How far agents have got in durable rooms. */
  DeliveryLedger readings() {
    return readings;
  }

  /** The message at {@code seq} of a durable room, where it is kept. */
  Optional<Message> message(TopicName topic, long seq) {
    return carriers.message(topic, seq);
  }

  /** Posts {@code draft}, once under {@code key} where there is one. */
  Message post(LiveRoom room, MessageDraft draft, @Nullable IdempotencyKey key) {
    if (closed) {
      throw new ParleyException(new Unavailable("This Parley", Duration.ofSeconds(1)));
    }
    return room.post(draft, key);
  }

  /** Reads what is kept of a topic. */
  MessagePage fetch(TopicName topic, Optional<Cursor> since, int limit) {
    return carriers.durable().fetchAfter(topic, since, limit);
  }

  /** Reads what is kept of a topic after a position. */
  List<Message> readAfter(TopicName topic, long seq, int limit) {
    return carriers.readAfter(topic, seq, limit);
  }

  /** Reads what is kept of a topic right before a position, or before its end. */
  List<Message> readBefore(TopicName topic, OptionalLong seq, int limit) {
    return carriers.readBefore(topic, seq, limit);
  }

  /** Reads what is kept of a topic, or waits for it. */
  CompletableFuture<MessagePage> await(
      TopicName topic, Optional<Cursor> since, int limit, Duration patience, Executor answering) {
    return LongPoll.of(carriers.durable(), topic, since, limit, patience, answering);
  }

  /** Finds what is kept of {@code topics}. */
  SearchResult search(List<TopicName> topics, SearchQuery query) {
    return carriers.search(topics, query);
  }

  /** Reads what is kept of a thread. */
  SearchResult thread(TopicName topic, MessageId root) {
    return carriers.thread(topic, root);
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

  private long nextNumber(TopicName topic) {
    return Objects.requireNonNull(live.get(topic), "a room that is posted to is live")
        .numbers()
        .next();
  }
}

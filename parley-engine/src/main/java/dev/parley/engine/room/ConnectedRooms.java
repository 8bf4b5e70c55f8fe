package dev.parley.engine.room;

import dev.parley.agent.Inbox;
import dev.parley.engine.topic.Checkpoint;
import dev.parley.engine.topic.Checkpoints;
import dev.parley.engine.topic.Reader;
import dev.parley.engine.topic.TopicSubscription;
import dev.parley.event.Event;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.DurableTopics;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Receipt;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.page.PageSize;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.LimitReached;
import dev.parley.problem.NotInRoom;
import dev.parley.problem.ParleyException;
import dev.parley.room.JoinResult;
import dev.parley.room.RoomListing;
import dev.parley.room.RoomListing.Membership;
import dev.parley.room.RoomListing.RoomSummary;
import dev.parley.room.RoomMember;
import dev.parley.room.Rooms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rooms as one connection sees them. Joins and leaves of a connection go one at a time; sending
 * takes no lock of the connection's.
 */
public final class ConnectedRooms implements Rooms {
  /** The most rooms one connection may be in. */
  public static final int MAX_ROOMS = 256;

  /** By how much the clocks of nodes and of stores may differ before something is missed. */
  private static final Duration MAX_SKEW = Duration.ofSeconds(2);

  private record Seated(LiveRoom room, Nickname nickname, TopicSubscription following) {}

  private record Watched(LiveRoom room, TopicSubscription following) {}

  private final RoomDirectory directory;
  private final RoomRows rows;
  private final Reader reader;
  private final AgentId agent;
  private final WorkspaceId workspace;
  private final TokenBucket bucket;
  private final Runnable beforeWrite;
  private final Map<RoomName, Seated> seats = new ConcurrentHashMap<>();
  private final Map<RoomName, Watched> watched = new HashMap<>();
  private final RoomInbox inbox;

  private final DeliveryTracker notes;
  private final ConnectedTopics bus;
  private final AllowedTopics allowed;
  private final MembershipListener attendance;
  private final NicknameTakeover takeover;
  private volatile boolean closed;

  ConnectedRooms(
      RoomDirectory directory,
      RoomRows rows,
      Reader reader,
      AgentId agent,
      WorkspaceId workspace,
      TokenBucket bucket,
      Runnable beforeWrite,
      Supplier<Reader> besides,
      Executor answering,
      AllowedTopics allowed,
      MembershipListener attendance,
      SessionMail mail,
      BooleanSupplier pushesAreShown) {
    this.directory = directory;
    this.rows = rows;
    this.reader = reader;
    this.agent = agent;
    this.workspace = workspace;
    this.bucket = bucket;
    this.beforeWrite = beforeWrite;
    this.allowed = allowed;
    this.attendance = attendance;
    this.takeover =
        new NicknameTakeover(directory, rows.nicknames(), reader.id(), agent, attendance);
    this.notes = new DeliveryTracker(directory.readings(), agent);
    this.inbox =
        new RoomInbox(besides, answering, this::fill, notes, mail, pushesAreShown, this::checkOpen);
    this.bus =
        new ConnectedTopics(
            directory,
            rows,
            reader.id(),
            agent,
            workspace,
            bucket,
            allowed,
            answering,
            notes,
            this::nickname,
            this::checkOpen);
  }

  /** What is kept of the rooms. */
  public DurableTopics bus() {
    return bus;
  }

  /** Its name in the room, none where it is not in it. */
  private Nickname nickname(RoomName topic) {
    Seated seat = seats.get(topic);
    return seat == null ? Nickname.NONE : seat.nickname();
  }

  /** The same messages, for those who ask. */
  public Inbox inbox() {
    return inbox;
  }

  /** Whether somebody waits for an answer of the inbox. */
  public boolean isAwaited() {
    return inbox.isAwaited();
  }

  private synchronized void fill(RoomInbox asked) {
    seats.values().forEach(seat -> asked.follow(seat.room(), seat.following()));
  }

  /**
   * Takes the seats this connection had at another node, under the same nicknames, and goes on
   * reading where it was there; in ephemeral rooms from now on.
   */
  public synchronized void goOnFrom(Checkpoints before) {
    Checkpoint newest =
        before.pushed().stream()
            .findFirst()
            .orElseGet(() -> new Checkpoint(0, Map.<TopicName, Long>of()));
    for (RoomRows.Sits sits : rows.seats(reader.id())) {
      LiveRoom room = directory.room(workspace, sits.room());
      boolean isKnown = newest.seqs().containsKey(room.topicName());
      if (isKnown) {
        room.makeDurable(rows);
      }
      OptionalLong cameIn =
          isKnown || !room.isDurable()
              ? OptionalLong.empty()
              : room.lastBefore(sits.joinedAt().minus(MAX_SKEW));
      if (cameIn.isPresent()) {
        newest = newest.with(room.topicName(), cameIn.getAsLong());
      }
      TopicSubscription following = room.follow(reader);
      following.passOver(notes.answered(room.name()));
      seats.put(sits.room(), new Seated(room, sits.nickname(), following));
    }
    List<Checkpoint> marks = new ArrayList<>(before.pushed().stream().skip(1).toList());
    marks.add(0, newest);
    reader.goOnFrom(marks);
    if (!before.asked().isEmpty()) {
      inbox.goOnFrom(before.asked());
    }
  }

  /** Whether any of them is durable; asks nobody. */
  public boolean areDurable() {
    return seats.values().stream().anyMatch(seat -> seat.room().isDurable());
  }

  /** How far it has read now. */
  public CompletionStage<Checkpoints> reading() {
    return reader
        .mark()
        .thenCombine(inbox.mark(), (pushed, asked) -> new Checkpoints(List.of(pushed), asked));
  }

  /** Another number once it has read on, or is in other rooms; asks nobody. */
  public long progress() {
    return 31 * reader.progress() + inbox.progress();
  }

  @Override
  public synchronized JoinResult join(RoomName name) {
    Seated seat = seats.get(name);
    return join(name, seat == null ? AnimalNames.random() : seat.nickname());
  }

  @Override
  public synchronized JoinResult join(RoomName name, Nickname wish) {
    check(name);
    if (wish.isNone()) {
      throw InvalidArgument.refusal("nickname", "it stands for nobody");
    }
    Seated seat = seats.get(name);
    if (seat == null && seats.size() >= MAX_ROOMS) {
      throw new ParleyException(new LimitReached("rooms", MAX_ROOMS));
    }
    beforeWrite.run();
    LiveRoom room = directory.room(workspace, name);
    RoomRows.Seated given = rows.seat(room.key(), reader.id(), agent, wish);
    if (!given.nickname().equals(wish) && takeover.take(room, given.nickname(), wish)) {
      given = new RoomRows.Seated(wish, given.membersCount());
    }
    unwatch(name);
    TopicSubscription following = seat == null ? follow(room) : seat.following();
    seats.put(name, new Seated(room, given.nickname(), following));
    inbox.follow(room, following);
    if (seat == null) {
      attendance.moved();
    }
    return new JoinResult(name, given.nickname(), given.membersCount());
  }

  /** Another connection of the same agent has taken its nickname over and left it this one. */
  void renamed(RoomName room, Nickname other) {
    seats.computeIfPresent(room, (name, seat) -> new Seated(seat.room(), other, seat.following()));
  }

  /** One that acknowledges goes on after what it has seen; anybody else begins now. */
  private TopicSubscription follow(LiveRoom room) {
    OptionalLong seen =
        room.isDurable()
            ? directory.readings().unseenAfter(room.key(), agent)
            : OptionalLong.empty();
    TopicSubscription following =
        seen.isPresent() ? room.followAfter(seen.getAsLong(), reader) : room.follow(reader);
    following.passOver(notes.answered(room.name()));
    return following;
  }

  /**
   * How many messages in its rooms name it that no answer had.
   *
   * @param pushesAreShown whether those it was pushed are known to it
   */
  public long unreadMentions(boolean pushesAreShown) {
    long mentions = 0;
    for (Seated seat : seats.values()) {
      OptionalLong begun = seat.following().begunAfterSeq();
      if (begun.isPresent()) {
        long pushed = pushesAreShown ? seat.following().passedSeq().orElse(0) : 0;
        mentions +=
            seat.room()
                .mentions(
                    Math.max(begun.getAsLong(), pushed),
                    notes.answered(seat.room().name()),
                    reader.id(),
                    names(seat));
      }
    }
    return mentions;
  }

  private Set<String> names(Seated seat) {
    String nickname = seat.nickname().value();
    return nickname.equals(agent.value()) ? Set.of(nickname) : Set.of(agent.value(), nickname);
  }

  /**
   * Hands {@code event} over with the next answer to one who waits, if anybody has asked so far.
   */
  public void handOver(Event event) {
    inbox.push(event);
  }

  /** Notes what was handed over since the last time it was noted. Asks nobody. */
  public void noteReadings() {
    seats.values().forEach(seat -> notes.pushed(seat.room(), seat.following()));
  }

  @Override
  public synchronized void watch(RoomName name) {
    check(name);
    if (seats.containsKey(name) || watched.containsKey(name)) {
      return;
    }
    if (watched.size() >= MAX_WATCHED) {
      throw new ParleyException(new LimitReached("watched rooms", MAX_WATCHED));
    }
    LiveRoom room = directory.room(workspace, name);
    watched.put(name, new Watched(room, room.follow(reader)));
  }

  private void unwatch(RoomName name) {
    Watched ended = watched.remove(name);
    if (ended != null) {
      ended.room().unfollow(ended.following());
    }
  }

  @Override
  public synchronized void leave(RoomName name) {
    checkOpen();
    unwatch(name);
    Seated seat = seats.get(name);
    if (seat != null) {
      rows.unseat(seat.room().key(), reader.id());
      seats.remove(name);
      notes.left(seat.room());
      inbox.unfollow(seat.room());
      seat.room().unfollow(seat.following());
      attendance.moved();
    }
  }

  @Override
  public RoomListing list() {
    checkOpen();
    List<Membership> joined = new ArrayList<>();
    List<RoomSummary> available = new ArrayList<>();
    for (RoomSummary room : rows.rooms(workspace)) {
      Seated seat = seats.get(room.room());
      if (!allowed.allow(room.room())) {
        continue;
      }
      if (seat == null) {
        available.add(room);
      } else {
        joined.add(new Membership(room.room(), seat.nickname()));
      }
    }
    return new RoomListing(joined, available);
  }

  @Override
  public RoomListing list(Optional<RoomName> after, int limit) {
    checkOpen();
    PageSize<RoomSummary> size = PageSize.of(limit);
    List<Membership> joined =
        seats.entrySet().stream()
            .filter(seat -> allowed.allow(seat.getKey()))
            .map(seat -> new Membership(seat.getKey(), seat.getValue().nickname()))
            .sorted(Comparator.comparing(seat -> seat.room().value()))
            .toList();
    List<RoomSummary> available = new ArrayList<>();
    String last = after.map(RoomName::value).orElse("");
    while (available.size() <= limit) {
      List<RoomSummary> some = rows.roomsAfter(workspace, last, limit + 1);
      some.stream()
          .filter(room -> allowed.allow(room.room()) && !seats.containsKey(room.room()))
          .forEach(available::add);
      if (some.size() <= limit) {
        break;
      }
      last = some.get(some.size() - 1).room().value();
    }
    List<RoomSummary> page = size.firstOf(available);
    return new RoomListing(joined, page, page.size() < available.size());
  }

  @Override
  public Receipt send(RoomName name, Body body) {
    return post(name, body, null);
  }

  @Override
  public Receipt send(RoomName name, Body body, IdempotencyKey key) {
    return post(name, body, key);
  }

  private Receipt post(RoomName name, Body body, @Nullable IdempotencyKey key) {
    check(name);
    Seated seat = seats.get(name);
    if (seat == null) {
      throw new ParleyException(new NotInRoom(name.value()));
    }
    bucket.take();
    seat.room().awaitReaders();
    try {
      Sender sender = new Sender(agent, seat.nickname(), reader.id());
      Message message =
          directory.post(seat.room(), MessageDraft.of(seat.room().topicName(), sender, body), key);
      return new Receipt(name, message.seq(), message.id(), message.sentAt());
    } catch (ParleyException refused) {
      bucket.giveBack();
      throw refused;
    }
  }

  @Override
  public List<Nickname> whoIsHere(RoomName name) {
    return members(name).stream().map(RoomMember::nickname).toList();
  }

  @Override
  public List<RoomMember> members(RoomName name) {
    check(name);
    return rows.members(workspace, name).stream()
        .filter(seat -> !attendance.isGone(seat.agent(), seat.connection(), seat.joinedAt()))
        .map(seat -> new RoomMember(seat.nickname(), seat.agent()))
        .toList();
  }

  /** The rooms it is in. Asks nobody. */
  public Set<RoomName> joined() {
    return Set.copyOf(seats.keySet());
  }

  /** Leaves every room. A second call does nothing. */
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    List.copyOf(watched.keySet()).forEach(this::unwatch);
    if (!seats.isEmpty()) {
      directory.departed(reader.id());
      seats.values().forEach(seat -> inbox.unfollow(seat.room()));
      seats.values().forEach(seat -> seat.room().unfollow(seat.following()));
      seats.clear();
    }
    inbox.close();
    directory.forget(reader.id());
  }

  private void check(RoomName name) {
    checkOpen();
    allowed.check(name);
  }

  private void checkOpen() {
    attendance.called();
    if (closed) {
      throw new ParleyException(new ConnectionClosed());
    }
  }
}

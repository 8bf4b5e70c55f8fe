package dev.parley.engine.room;

import dev.parley.IdempotencyKey;
import dev.parley.PageSize;
import dev.parley.ParleyException;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.engine.topic.Following;
import dev.parley.engine.topic.Mark;
import dev.parley.engine.topic.Reader;
import dev.parley.engine.topic.Reading;
import dev.parley.event.Event;
import dev.parley.message.Body;
import dev.parley.message.Bus;
import dev.parley.message.Draft;
import dev.parley.message.Inbox;
import dev.parley.message.Message;
import dev.parley.message.Receipt;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.LimitReached;
import dev.parley.problem.NotInRoom;
import dev.parley.room.Joined;
import dev.parley.room.Nickname;
import dev.parley.room.RoomListing;
import dev.parley.room.RoomListing.OpenRoom;
import dev.parley.room.RoomListing.Seat;
import dev.parley.room.RoomMember;
import dev.parley.room.RoomName;
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
  public static final int MOST_ROOMS = 256;

  /** By how much the clocks of nodes and of stores may differ before something is missed. */
  private static final Duration MOST_SKEW = Duration.ofSeconds(2);

  private record Seated(LiveRoom room, Nickname nickname, Following following) {}

  private record Watched(LiveRoom room, Following following) {}

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

  private final ReadingNotes notes;
  private final ConnectedBus bus;
  private final AllowedTopics allowed;
  private final Attendance attendance;
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
      Attendance attendance,
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
    this.notes = new ReadingNotes(directory.readings(), agent);
    this.inbox =
        new RoomInbox(besides, answering, this::fill, notes, mail, pushesAreShown, this::checkOpen);
    this.bus =
        new ConnectedBus(
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
  public Bus bus() {
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
  public synchronized void goOnFrom(Reading before) {
    Mark newest =
        before.pushed().stream()
            .findFirst()
            .orElseGet(() -> new Mark(0, Map.<TopicName, Long>of()));
    for (RoomRows.Sits sits : rows.seats(reader.id())) {
      LiveRoom room = directory.room(workspace, sits.room());
      boolean isKnown = newest.seqs().containsKey(room.topicName());
      if (isKnown) {
        room.makeDurable(rows);
      }
      OptionalLong cameIn =
          isKnown || !room.isDurable()
              ? OptionalLong.empty()
              : room.lastBefore(sits.joinedAt().minus(MOST_SKEW));
      if (cameIn.isPresent()) {
        newest = newest.with(room.topicName(), cameIn.getAsLong());
      }
      Following following = room.follow(reader);
      following.passOver(notes.answered(room.name()));
      seats.put(sits.room(), new Seated(room, sits.nickname(), following));
    }
    List<Mark> marks = new ArrayList<>(before.pushed().stream().skip(1).toList());
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
  public CompletionStage<Reading> reading() {
    return reader
        .mark()
        .thenCombine(inbox.mark(), (pushed, asked) -> new Reading(List.of(pushed), asked));
  }

  /** Another number once it has read on, or is in other rooms; asks nobody. */
  public long progress() {
    return 31 * reader.progress() + inbox.progress();
  }

  @Override
  public synchronized Joined join(RoomName name) {
    Seated seat = seats.get(name);
    return join(name, seat == null ? AnimalNames.random() : seat.nickname());
  }

  @Override
  public synchronized Joined join(RoomName name, Nickname wish) {
    check(name);
    if (wish.isNone()) {
      throw InvalidArgument.refusal("nickname", "it stands for nobody");
    }
    Seated seat = seats.get(name);
    if (seat == null && seats.size() >= MOST_ROOMS) {
      throw new ParleyException(new LimitReached("rooms", MOST_ROOMS));
    }
    beforeWrite.run();
    LiveRoom room = directory.room(workspace, name);
    RoomRows.Seated given = rows.seat(room.key(), reader.id(), agent, wish);
    if (!given.nickname().equals(wish) && takeover.take(room, given.nickname(), wish)) {
      given = new RoomRows.Seated(wish, given.membersCount());
    }
    unwatch(name);
    Following following = seat == null ? follow(room) : seat.following();
    seats.put(name, new Seated(room, given.nickname(), following));
    inbox.follow(room, following);
    if (seat == null) {
      attendance.moved();
    }
    return new Joined(name, given.nickname(), given.membersCount());
  }

  /** Another connection of the same agent has taken its nickname over and left it this one. */
  void renamed(RoomName room, Nickname other) {
    seats.computeIfPresent(room, (name, seat) -> new Seated(seat.room(), other, seat.following()));
  }

  /** One that acknowledges goes on after what it has seen; anybody else begins now. */
  private Following follow(LiveRoom room) {
    OptionalLong seen =
        room.isDurable()
            ? directory.readings().unseenAfter(room.key(), agent)
            : OptionalLong.empty();
    Following following =
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
    if (watched.size() >= MOST_WATCHED) {
      throw new ParleyException(new LimitReached("watched rooms", MOST_WATCHED));
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
    List<Seat> joined = new ArrayList<>();
    List<OpenRoom> available = new ArrayList<>();
    for (OpenRoom room : rows.rooms(workspace)) {
      Seated seat = seats.get(room.room());
      if (!allowed.allow(room.room())) {
        continue;
      }
      if (seat == null) {
        available.add(room);
      } else {
        joined.add(new Seat(room.room(), seat.nickname()));
      }
    }
    return new RoomListing(joined, available);
  }

  @Override
  public RoomListing list(Optional<RoomName> after, int limit) {
    checkOpen();
    PageSize<OpenRoom> size = PageSize.of(limit);
    List<Seat> joined =
        seats.entrySet().stream()
            .filter(seat -> allowed.allow(seat.getKey()))
            .map(seat -> new Seat(seat.getKey(), seat.getValue().nickname()))
            .sorted(Comparator.comparing(seat -> seat.room().value()))
            .toList();
    List<OpenRoom> available = new ArrayList<>();
    String last = after.map(RoomName::value).orElse("");
    while (available.size() <= limit) {
      List<OpenRoom> some = rows.roomsAfter(workspace, last, limit + 1);
      some.stream()
          .filter(room -> allowed.allow(room.room()) && !seats.containsKey(room.room()))
          .forEach(available::add);
      if (some.size() <= limit) {
        break;
      }
      last = some.get(some.size() - 1).room().value();
    }
    List<OpenRoom> page = size.firstOf(available);
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
      throw new ParleyException(new NotInRoom(name));
    }
    bucket.take();
    seat.room().awaitReaders();
    try {
      Sender sender = new Sender(agent, seat.nickname(), reader.id());
      Message message =
          directory.post(seat.room(), Draft.of(seat.room().topicName(), sender, body), key);
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

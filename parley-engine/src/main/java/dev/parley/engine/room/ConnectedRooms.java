package dev.parley.engine.room;

import dev.parley.ParleyException;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.engine.ledger.Progress;
import dev.parley.engine.topic.Following;
import dev.parley.engine.topic.Mark;
import dev.parley.engine.topic.Reader;
import dev.parley.engine.topic.Reading;
import dev.parley.event.Event;
import dev.parley.message.Body;
import dev.parley.message.Bus;
import dev.parley.message.Cursor;
import dev.parley.message.Delivery;
import dev.parley.message.Draft;
import dev.parley.message.Found;
import dev.parley.message.Inbox;
import dev.parley.message.Message;
import dev.parley.message.MessageId;
import dev.parley.message.Receipt;
import dev.parley.message.Recipient;
import dev.parley.message.SearchQuery;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.LimitReached;
import dev.parley.problem.NotFound;
import dev.parley.problem.NotInRoom;
import dev.parley.room.Joined;
import dev.parley.room.Nickname;
import dev.parley.room.RoomListing;
import dev.parley.room.RoomListing.OpenRoom;
import dev.parley.room.RoomListing.Seat;
import dev.parley.room.RoomName;
import dev.parley.room.Rooms;
import dev.parley.spi.Page;
import dev.parley.spi.Stored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * The rooms as one connection sees them. Joins and leaves of a connection go one at a time; sending
 * takes no lock of the connection's.
 */
public final class ConnectedRooms implements Rooms, Bus {
  /** The most rooms one connection may be in. */
  public static final int MOST_ROOMS = 256;

  /** By how much the clocks of nodes and of stores may differ before something is missed. */
  private static final Duration MOST_SKEW = Duration.ofSeconds(2);

  private record Seated(LiveRoom room, Nickname nickname, Following following) {}

  private record Fetched(Cursor cursor, long seq) {}

  private final RoomDirectory directory;
  private final RoomRows rows;
  private final Reader reader;
  private final AgentId agent;
  private final WorkspaceId workspace;
  private final TokenBucket bucket;
  private final Map<RoomName, Seated> seats = new ConcurrentHashMap<>();
  private final RoomInbox inbox;
  private final Executor answering;

  /** Of each room what was noted as pushed, and where the last reading ended. */
  private final Map<RoomName, Long> noted = new ConcurrentHashMap<>();

  private final Map<RoomName, Fetched> fetched = new ConcurrentHashMap<>();

  /** Up to where each room was the answer to some call. */
  private final Map<RoomName, Long> answered = new ConcurrentHashMap<>();

  private final AllowedTopics allowed;
  private final Attendance attendance;
  private volatile boolean closed;

  ConnectedRooms(
      RoomDirectory directory,
      RoomRows rows,
      Reader reader,
      AgentId agent,
      WorkspaceId workspace,
      TokenBucket bucket,
      Supplier<Reader> besides,
      Executor answering,
      AllowedTopics allowed,
      Attendance attendance) {
    this.directory = directory;
    this.rows = rows;
    this.reader = reader;
    this.agent = agent;
    this.workspace = workspace;
    this.bucket = bucket;
    this.answering = answering;
    this.allowed = allowed;
    this.attendance = attendance;
    this.inbox = new RoomInbox(besides, answering, this::fill, new Answers());
  }

  /** The same messages, for those who ask. */
  public Inbox inbox() {
    checkOpen();
    return inbox;
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
      seats.put(sits.room(), new Seated(room, sits.nickname(), room.follow(reader)));
    }
    List<Mark> marks = new ArrayList<>(before.pushed().stream().skip(1).toList());
    marks.add(0, newest);
    reader.goOnFrom(marks);
    if (!before.asked().isEmpty()) {
      inbox.goOnFrom(before.asked());
    }
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
    Seated seat = seats.get(name);
    if (seat == null && seats.size() >= MOST_ROOMS) {
      throw new ParleyException(new LimitReached("rooms", MOST_ROOMS));
    }
    LiveRoom room = directory.room(workspace, name);
    RoomRows.Seated given = rows.seat(room.key(), reader.id(), agent, wish);
    Following following = seat == null ? follow(room) : seat.following();
    seats.put(name, new Seated(room, given.nickname(), following));
    inbox.follow(room, following);
    if (seat == null) {
      attendance.moved();
    }
    return new Joined(name, given.nickname(), given.membersCount());
  }

  /** One that acknowledges goes on after what it has seen; anybody else begins now. */
  private Following follow(LiveRoom room) {
    OptionalLong seen =
        room.isDurable()
            ? directory.readings().unseenAfter(room.key(), agent)
            : OptionalLong.empty();
    return seen.isPresent() ? room.followAfter(seen.getAsLong(), reader) : room.follow(reader);
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
        long known = answered.getOrDefault(seat.room().name(), 0L);
        Set<String> names = names(seat);
        mentions +=
            seat.room()
                .mentions(Math.max(Math.max(begun.getAsLong(), known), pushed), reader.id(), names);
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

  private final class Answers implements RoomInbox.Handover {
    @Override
    public void polled(LiveRoom room, long since, long upTo) {
      answered.merge(room.name(), upTo, Math::max);
      if (room.isDurable()) {
        note(room, Progress.polled(since, upTo));
      }
    }

    @Override
    public void seen(LiveRoom room, long upTo) {
      if (room.isDurable()) {
        note(room, Progress.seen(upTo));
      }
    }
  }

  /** Notes what was handed over since the last time it was noted. Asks nobody. */
  public void noteReadings() {
    for (Seated seat : seats.values()) {
      OptionalLong passed = seat.following().passedSeq();
      if (seat.room().isDurable() && passed.isPresent()) {
        Long before = noted.put(seat.room().name(), passed.getAsLong());
        if (before == null || before != passed.getAsLong()) {
          long since = seat.following().begunAfterSeq().orElse(passed.getAsLong());
          note(seat.room(), Progress.pushed(since, passed.getAsLong()));
        }
      }
    }
  }

  @Override
  public synchronized void leave(RoomName name) {
    checkOpen();
    Seated seat = seats.get(name);
    if (seat != null) {
      rows.unseat(seat.room().key(), reader.id());
      seats.remove(name);
      noted.remove(name);
      if (seat.room().isDurable()) {
        directory.readings().leave(seat.room().key(), agent);
      }
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
  public Receipt send(RoomName name, Body body) {
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
          directory.post(seat.room(), Draft.of(seat.room().topicName(), sender, body));
      return new Receipt(name, message.seq(), message.id(), message.sentAt());
    } catch (ParleyException refused) {
      bucket.giveBack();
      throw refused;
    }
  }

  @Override
  public Message post(RoomName topic, Body body, Optional<MessageId> inReplyTo) {
    check(topic);
    LiveRoom room = directory.room(workspace, topic);
    bucket.take();
    try {
      room.makeDurable(rows);
      room.awaitReaders();
      Sender sender = new Sender(agent, nickname(topic), reader.id());
      return directory.post(room, new Draft(room.topicName(), sender, body, inReplyTo));
    } catch (ParleyException refused) {
      bucket.giveBack();
      throw refused;
    }
  }

  /** Its name in the room; of one who is not in it, as much of the agent's as a nickname may be. */
  private Nickname nickname(RoomName topic) {
    Seated seat = seats.get(topic);
    return seat == null ? Nickname.like(agent.value()) : seat.nickname();
  }

  @Override
  public Page fetchRecent(RoomName topic, Optional<Cursor> since, int limit) {
    check(topic);
    checkLimit(limit);
    return noted(topic, since, directory.fetch(TopicName.of(workspace, topic), since, limit));
  }

  @Override
  public CompletionStage<Page> awaitRecent(
      RoomName topic, Optional<Cursor> since, int limit, Duration patience) {
    check(topic);
    checkLimit(limit);
    Duration longest = patience.compareTo(Inbox.LONGEST_WAIT) < 0 ? patience : Inbox.LONGEST_WAIT;
    return directory
        .await(TopicName.of(workspace, topic), since, limit, longest, answering)
        .thenApply(page -> noted(topic, since, page));
  }

  /** Where it went on from shows what it has seen, and the page is what it is given. */
  private Page noted(RoomName topic, Optional<Cursor> since, Page page) {
    Fetched before = fetched.get(topic);
    List<Stored> messages = page.messages();
    if (!messages.isEmpty()) {
      long first = messages.get(0).message().seq();
      long last = messages.get(messages.size() - 1).message().seq();
      fetched.put(topic, new Fetched(page.next(), last));
      answered.merge(topic, last, Math::max);
      note(topic, Progress.read(first - 1, last));
      if (since.isPresent() && first > 1) {
        note(topic, Progress.seen(first - 1));
      }
    } else if (before != null && since.isPresent() && before.cursor().equals(since.get())) {
      note(topic, Progress.seen(before.seq()));
    }
    return page;
  }

  private void note(RoomName topic, Progress progress) {
    note(directory.room(workspace, topic), progress);
  }

  private void note(LiveRoom room, Progress progress) {
    directory.readings().note(room.key(), agent, progress);
  }

  @Override
  public void acknowledge(RoomName topic, long seq) {
    check(topic);
    long last = newest(topic).orElseThrow(() -> new ParleyException(new NotFound("message")));
    if (seq < 1 || seq > last) {
      throw InvalidArgument.refusal(
          "seq", "it must be 1 to " + last + ", the newest position", Map.of("limit", last));
    }
    directory.readings().acknowledge(directory.room(workspace, topic).key(), agent, seq);
    answered.merge(topic, seq, Math::max);
  }

  private Optional<Long> newest(RoomName topic) {
    return directory.fetch(TopicName.of(workspace, topic), Optional.empty(), 1).messages().stream()
        .map(stored -> stored.message().seq())
        .findFirst();
  }

  @Override
  public Delivery status(RoomName topic, long seq) {
    check(topic);
    Message message =
        newest(topic)
            .filter(last -> seq >= 1 && seq <= last)
            .flatMap(last -> directory.message(TopicName.of(workspace, topic), seq))
            .orElseThrow(() -> new ParleyException(new NotFound("message")));
    List<Recipient> recipients =
        directory.readings().recipients(directory.room(workspace, topic).key(), seq).stream()
            .filter(recipient -> !recipient.agent().equals(message.sender().agent()))
            .toList();
    return new Delivery(message.id(), seq, recipients);
  }

  @Override
  public Found search(SearchQuery query) {
    checkOpen();
    query.topic().ifPresent(allowed::check);
    List<RoomName> rooms = query.topic().map(List::of).orElseGet(this::durableRooms);
    List<TopicName> topics =
        rooms.stream().limit(MOST_SEARCHED).map(room -> TopicName.of(workspace, room)).toList();
    Found found = directory.search(topics, query);
    return rooms.size() > MOST_SEARCHED ? new Found(found.messages(), true, found.before()) : found;
  }

  private List<RoomName> durableRooms() {
    return rows.durable(workspace).stream().filter(allowed::allow).toList();
  }

  @Override
  public Found thread(RoomName topic, MessageId root) {
    check(topic);
    return directory.thread(TopicName.of(workspace, topic), root);
  }

  private static void checkLimit(int limit) {
    if (limit < 1 || limit > MOST_READ) {
      throw InvalidArgument.refusal(
          "limit", "it must be 1 to " + MOST_READ, Map.of("least", 1, "limit", MOST_READ));
    }
  }

  @Override
  public List<Nickname> whoIsHere(RoomName name) {
    check(name);
    return rows.members(workspace, name).stream()
        .filter(seat -> !attendance.isGone(seat.agent(), seat.connection(), seat.joinedAt()))
        .map(RoomRows.Member::nickname)
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
    if (!seats.isEmpty()) {
      directory.departed(reader.id());
      seats.values().forEach(seat -> inbox.unfollow(seat.room()));
      seats.values().forEach(seat -> seat.room().unfollow(seat.following()));
      seats.clear();
    }
    inbox.close();
  }

  private void check(RoomName name) {
    checkOpen();
    allowed.check(name);
  }

  private void checkOpen() {
    if (closed) {
      throw new ParleyException(new ConnectionClosed());
    }
  }
}

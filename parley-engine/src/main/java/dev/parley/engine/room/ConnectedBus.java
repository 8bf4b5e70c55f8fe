package dev.parley.engine.room;

import dev.parley.IdempotencyKey;
import dev.parley.PageSize;
import dev.parley.ParleyException;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.agent.ConnectionId;
import dev.parley.message.Body;
import dev.parley.message.Bus;
import dev.parley.message.Cursor;
import dev.parley.message.Delivery;
import dev.parley.message.Draft;
import dev.parley.message.Found;
import dev.parley.message.Inbox;
import dev.parley.message.Message;
import dev.parley.message.MessageId;
import dev.parley.message.Recipient;
import dev.parley.message.SearchQuery;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.NotFound;
import dev.parley.problem.NotInRoom;
import dev.parley.room.Nickname;
import dev.parley.room.RoomName;
import dev.parley.spi.Page;
import dev.parley.spi.Stored;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What rooms keep, as one connection posts and reads it. It need not be in any of them. */
final class ConnectedBus implements Bus {
  private final RoomDirectory directory;
  private final RoomRows rows;
  private final ConnectionId connection;
  private final AgentId agent;
  private final WorkspaceId workspace;
  private final TokenBucket bucket;
  private final AllowedTopics allowed;
  private final Executor answering;
  private final ReadingNotes notes;
  private final Function<RoomName, Nickname> nicknames;
  private final Runnable open;

  /**
   * The bus of {@code connection}.
   *
   * @param answering where those who waited are answered
   * @param nicknames its name in a room
   * @param open refuses where the connection is closed
   */
  ConnectedBus(
      RoomDirectory directory,
      RoomRows rows,
      ConnectionId connection,
      AgentId agent,
      WorkspaceId workspace,
      TokenBucket bucket,
      AllowedTopics allowed,
      Executor answering,
      ReadingNotes notes,
      Function<RoomName, Nickname> nicknames,
      Runnable open) {
    this.directory = directory;
    this.rows = rows;
    this.connection = connection;
    this.agent = agent;
    this.workspace = workspace;
    this.bucket = bucket;
    this.allowed = allowed;
    this.answering = answering;
    this.notes = notes;
    this.nicknames = nicknames;
    this.open = open;
  }

  @Override
  public Message post(RoomName topic, Body body, Optional<MessageId> inReplyTo) {
    return append(topic, body, inReplyTo, null);
  }

  @Override
  public Message post(
      RoomName topic, Body body, Optional<MessageId> inReplyTo, IdempotencyKey key) {
    return append(topic, body, inReplyTo, key);
  }

  private Message append(
      RoomName topic, Body body, Optional<MessageId> inReplyTo, @Nullable IdempotencyKey key) {
    check(topic);
    LiveRoom room = directory.room(workspace, topic);
    bucket.take();
    try {
      room.makeDurable(rows);
      room.awaitReaders();
      Sender sender = new Sender(agent, nicknames.apply(topic), connection);
      return directory.post(room, new Draft(room.topicName(), sender, body, inReplyTo), key);
    } catch (ParleyException refused) {
      bucket.giveBack();
      throw refused;
    }
  }

  @Override
  public Page fetchRecent(RoomName topic, Optional<Cursor> since, int limit) {
    check(topic);
    checkLimit(limit);
    return noted(topic, since, directory.fetch(name(topic), since, limit));
  }

  @Override
  public CompletionStage<Page> awaitRecent(
      RoomName topic, Optional<Cursor> since, int limit, Duration patience) {
    return awaitRecent(topic, since, PageSize.of(limit), patience);
  }

  @Override
  public CompletionStage<Page> awaitRecent(
      RoomName topic, Optional<Cursor> since, PageSize<Stored> size, Duration patience) {
    check(topic);
    Duration longest = patience.compareTo(Inbox.LONGEST_WAIT) < 0 ? patience : Inbox.LONGEST_WAIT;
    CompletableFuture<Page> page =
        directory.await(name(topic), since, size.limit(), longest, answering);
    return NextPage.cancelling(
        page, page.thenApply(next -> noted(topic, since, cut(next, since.isPresent(), size))));
  }

  /** The part of {@code page} that {@code size} holds; reading goes on where it ends. */
  private static Page cut(Page page, boolean fromTheFront, PageSize<Stored> size) {
    List<Stored> all = page.messages();
    List<Stored> some = fromTheFront ? size.firstOf(all) : size.lastOf(all);
    return some.size() == all.size() || !fromTheFront
        ? new Page(some, page.next(), page.hasMore())
        : new Page(some, some.get(some.size() - 1).cursor(), true);
  }

  @Override
  public List<Message> readAfter(RoomName topic, long seq, int limit) {
    check(topic);
    checkLimit(limit);
    return isKept(topic) ? directory.readAfter(name(topic), seq, limit) : List.of();
  }

  @Override
  public List<Message> readBefore(RoomName topic, OptionalLong seq, int limit) {
    check(topic);
    checkLimit(limit);
    return isKept(topic) ? directory.readBefore(name(topic), seq, limit) : List.of();
  }

  private boolean isKept(RoomName topic) {
    return rows.known(workspace, topic).filter(RoomRows.Known::durable).isPresent();
  }

  @Override
  public List<RoomName> topics() {
    open.run();
    return durableRooms();
  }

  private Page noted(RoomName topic, Optional<Cursor> since, Page page) {
    notes.read(topic, since, page, () -> directory.room(workspace, topic));
    return page;
  }

  @Override
  public void acknowledge(RoomName topic, long seq) {
    check(topic);
    checkKeepsStatus(topic);
    long last = newest(topic).orElseThrow(() -> new ParleyException(new NotFound("message")));
    if (seq < 1 || seq > last) {
      throw InvalidArgument.refusal(
          "seq", "it must be 1 to " + last + ", the newest position", Map.of("limit", last));
    }
    LiveRoom room = directory.room(workspace, topic);
    if (!isRecipient(topic, room)) {
      throw new ParleyException(new NotInRoom(topic));
    }
    notes.acknowledged(room, seq);
  }

  /** Whether it was handed anything of the topic, or is in the room by any connection. */
  private boolean isRecipient(RoomName topic, LiveRoom room) {
    return directory.readings().isKnown(room.key(), agent)
        || rows.members(workspace, topic).stream().anyMatch(member -> member.agent().equals(agent));
  }

  private void checkKeepsStatus(RoomName topic) {
    if (rows.known(workspace, topic).filter(room -> !room.durable()).isPresent()) {
      throw InvalidArgument.refusal(
          "room",
          "'"
              + topic
              + "' is ephemeral, and ephemeral rooms keep no status of their messages; only"
              + " durable rooms do");
    }
  }

  private Optional<Long> newest(RoomName topic) {
    return directory.fetch(name(topic), Optional.empty(), 1).messages().stream()
        .map(stored -> stored.message().seq())
        .findFirst();
  }

  @Override
  public Delivery status(RoomName topic, long seq) {
    check(topic);
    checkKeepsStatus(topic);
    Message message =
        newest(topic)
            .filter(last -> seq >= 1 && seq <= last)
            .flatMap(last -> directory.message(name(topic), seq))
            .orElseThrow(() -> new ParleyException(new NotFound("message")));
    List<Recipient> recipients =
        directory.readings().recipients(directory.room(workspace, topic).key(), seq).stream()
            .filter(recipient -> !recipient.agent().equals(message.sender().agent()))
            .toList();
    return new Delivery(message.id(), seq, recipients);
  }

  @Override
  public Found search(SearchQuery query) {
    open.run();
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
    return directory.thread(name(topic), root);
  }

  private static void checkLimit(int limit) {
    if (limit < 1 || limit > MOST_READ) {
      throw InvalidArgument.refusal(
          "limit", "it must be 1 to " + MOST_READ, Map.of("least", 1, "limit", MOST_READ));
    }
  }

  private TopicName name(RoomName topic) {
    return TopicName.of(workspace, topic);
  }

  private void check(RoomName topic) {
    open.run();
    allowed.check(topic);
  }
}

package dev.parley.engine.room;

import dev.parley.agent.Inbox;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.DeliveryStatus;
import dev.parley.message.DurableTopics;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.Recipient;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.page.PageSize;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.NotFound;
import dev.parley.problem.NotInRoom;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TextLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The durable topics, as one connection posts to them and reads them. It needs no membership. */
final class ConnectedTopics implements DurableTopics {
  private final RoomDirectory directory;
  private final ConnectionId connection;
  private final AgentId agent;
  private final WorkspaceId workspace;
  private final TokenBucket bucket;
  private final AllowedTopics allowed;
  private final Executor answering;
  private final DeliveryTracker tracker;
  private final Function<RoomName, Nickname> nicknames;
  private final Runnable open;

  /**
   * The topics of {@code participant}.
   *
   * @param nicknames the connection's nickname in a room
   * @param open throws where the connection is closed
   */
  ConnectedTopics(
      RoomDirectory directory,
      Participant participant,
      DeliveryTracker tracker,
      Function<RoomName, Nickname> nicknames,
      Runnable open) {
    this.directory = directory;
    this.connection = participant.id();
    this.agent = participant.agent();
    this.workspace = participant.workspace();
    this.bucket = participant.bucket();
    this.allowed = directory.allowed();
    this.answering = participant.answering();
    this.tracker = tracker;
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
      if (!room.isDurable()) {
        room.makeDurable();
        directory.changed(workspace);
      }
      room.awaitReaders();
      Sender sender = new Sender(agent, nicknames.apply(topic), connection);
      return directory.post(room, new MessageDraft(room.topicName(), sender, body, inReplyTo), key);
    } catch (ParleyException refused) {
      bucket.giveBack();
      throw refused;
    }
  }

  @Override
  public MessagePage fetchRecent(RoomName topic, Optional<Cursor> since, int limit) {
    check(topic);
    TextLimits.range("limit", limit, 1, MAX_READ);
    return recorded(topic, since, directory.fetch(name(topic), since, limit));
  }

  @Override
  public CompletionStage<MessagePage> awaitRecent(
      RoomName topic, Optional<Cursor> since, int limit, Duration maxWait) {
    return awaitRecent(topic, since, PageSize.of(limit), maxWait);
  }

  @Override
  public CompletionStage<MessagePage> awaitRecent(
      RoomName topic, Optional<Cursor> since, PageSize<StoredMessage> size, Duration maxWait) {
    check(topic);
    Duration longest = maxWait.compareTo(Inbox.MAX_WAIT) < 0 ? maxWait : Inbox.MAX_WAIT;
    CompletableFuture<MessagePage> page =
        directory.await(name(topic), since, size.limit(), longest, answering);
    return LongPoll.cancelling(
        page, page.thenApply(next -> recorded(topic, since, cut(next, since.isPresent(), size))));
  }

  /**
   * Cuts {@code page} to the part that fits {@code size}; reading continues where the part ends.
   */
  private static MessagePage cut(
      MessagePage page, boolean fromTheFront, PageSize<StoredMessage> size) {
    List<StoredMessage> all = page.messages();
    List<StoredMessage> some = fromTheFront ? size.firstOf(all) : size.lastOf(all);
    return some.size() == all.size() || !fromTheFront
        ? new MessagePage(some, page.next(), page.hasMore())
        : new MessagePage(some, some.get(some.size() - 1).cursor(), true);
  }

  @Override
  public List<Message> readAfter(RoomName topic, long seq, int limit) {
    check(topic);
    TextLimits.range("limit", limit, 1, MAX_READ);
    return isKept(topic) ? directory.readAfter(name(topic), seq, limit) : List.of();
  }

  @Override
  public List<Message> readBefore(RoomName topic, OptionalLong seq, int limit) {
    check(topic);
    TextLimits.range("limit", limit, 1, MAX_READ);
    return isKept(topic) ? directory.readBefore(name(topic), seq, limit) : List.of();
  }

  private boolean isKept(RoomName topic) {
    return directory.rows().known(workspace, topic).filter(RoomRows.Known::durable).isPresent();
  }

  @Override
  public List<RoomName> topics() {
    open.run();
    return durableRooms();
  }

  private MessagePage recorded(RoomName topic, Optional<Cursor> since, MessagePage page) {
    tracker.read(topic, since, page, () -> directory.room(workspace, topic));
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
      throw new ParleyException(new NotInRoom(topic.value()));
    }
    tracker.acknowledged(room, seq);
  }

  /**
   * Returns true if the agent has received a message of the topic, or is in the room by any
   * connection.
   */
  private boolean isRecipient(RoomName topic, LiveRoom room) {
    return directory.ledger().isKnown(room.key(), agent)
        || directory.rows().members(workspace, topic).stream()
            .anyMatch(member -> member.agent().equals(agent));
  }

  private void checkKeepsStatus(RoomName topic) {
    if (directory.rows().known(workspace, topic).filter(room -> !room.durable()).isPresent()) {
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
  public DeliveryStatus status(RoomName topic, long seq) {
    check(topic);
    checkKeepsStatus(topic);
    Message message =
        newest(topic)
            .filter(last -> seq >= 1 && seq <= last)
            .flatMap(last -> directory.message(name(topic), seq))
            .orElseThrow(() -> new ParleyException(new NotFound("message")));
    Set<AgentId> answering = answering(topic, message);
    List<Recipient> recipients =
        directory.ledger().recipients(directory.room(workspace, topic).key(), seq).stream()
            .filter(recipient -> !recipient.agent().equals(message.sender().agent()))
            .map(recipient -> recipient.answered(answering.contains(recipient.agent())))
            .toList();
    return new DeliveryStatus(message.id(), seq, recipients);
  }

  /** Returns the agents that sent something after {@code message}, in reply to no other one. */
  private Set<AgentId> answering(RoomName topic, Message message) {
    return directory.readAfter(name(topic), message.seq(), Recipient.MAX_LOOKED_AT).stream()
        .filter(later -> later.draft().inReplyTo().map(message.id()::equals).orElse(true))
        .map(later -> later.sender().agent())
        .collect(Collectors.toSet());
  }

  @Override
  public SearchResult search(SearchQuery query) {
    open.run();
    query.topic().ifPresent(allowed::check);
    List<RoomName> rooms = query.topic().map(List::of).orElseGet(this::durableRooms);
    List<TopicName> topics =
        rooms.stream().limit(MAX_SEARCHED).map(room -> TopicName.of(workspace, room)).toList();
    SearchResult found = directory.search(topics, query);
    return rooms.size() > MAX_SEARCHED
        ? new SearchResult(found.messages(), true, found.before())
        : found;
  }

  private List<RoomName> durableRooms() {
    return directory.rows().durable(workspace).stream().filter(allowed::allow).toList();
  }

  @Override
  public SearchResult thread(RoomName topic, MessageId root) {
    check(topic);
    return directory.thread(name(topic), root);
  }

  private TopicName name(RoomName topic) {
    return TopicName.of(workspace, topic);
  }

  private void check(RoomName topic) {
    open.run();
    allowed.check(topic);
  }
}

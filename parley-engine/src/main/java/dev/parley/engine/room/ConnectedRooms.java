package dev.parley.engine.room;

import dev.parley.agent.Inbox;
import dev.parley.engine.topic.Checkpoint;
import dev.parley.engine.topic.Checkpoints;
import dev.parley.engine.topic.ConnectionReader;
import dev.parley.engine.topic.OwnEvent;
import dev.parley.engine.topic.TopicSubscription;
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
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.LimitReached;
import dev.parley.problem.NotInRoom;
import dev.parley.problem.ParleyException;
import dev.parley.room.JoinResult;
import dev.parley.room.RoomListing;
import dev.parley.room.RoomMember;
import dev.parley.room.Rooms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rooms as one connection sees them. Joins and leaves of a connection run one at a time;
 * sending takes no lock of the connection.
 */
public final class ConnectedRooms implements Rooms {
  /** The maximum number of rooms of one connection. */
  public static final int MAX_ROOMS = 256;

  /** The clock difference between nodes and backends up to which no message is missed. */
  private static final Duration MAX_SKEW = Duration.ofSeconds(2);

  private final RoomDirectory directory;
  private final RoomRows rows;
  private final ConnectionReader reader;
  private final AgentId agent;
  private final WorkspaceId workspace;
  private final TokenBucket bucket;
  private final Runnable beforeWrite;
  private final RoomMemberships memberships;
  private final WatchedRooms watched;
  private final RoomLists lists;
  private final RoomInbox inbox;

  private final DeliveryTracker tracker;
  private final ConnectedTopics topics;
  private final AllowedTopics allowed;
  private final MembershipListener listener;
  private final NicknameTakeover takeover;
  private volatile boolean closed;

  ConnectedRooms(
      RoomDirectory directory,
      Participant participant,
      ConnectionReader reader,
      Supplier<ConnectionReader> inboxReaders,
      MembershipListener listener,
      SessionMail mail,
      BooleanSupplier pushesAreShown) {
    this.directory = directory;
    this.rows = directory.rows();
    this.reader = reader;
    this.agent = participant.agent();
    this.workspace = participant.workspace();
    this.bucket = participant.bucket();
    this.beforeWrite = participant.beforeWrite();
    this.allowed = directory.allowed();
    this.listener = listener;
    this.watched = new WatchedRooms(directory, workspace, reader);
    this.lists = new RoomLists(rows, workspace, allowed);
    this.takeover = new NicknameTakeover(directory, rows.nicknames(), reader.id(), agent, listener);
    this.tracker = new DeliveryTracker(directory.ledger(), agent);
    this.memberships = new RoomMemberships(agent, reader.id(), tracker);
    this.inbox =
        new RoomInbox(
            inboxReaders,
            participant.answering(),
            this::fill,
            tracker,
            mail,
            pushesAreShown,
            this::checkOpen);
    this.topics =
        new ConnectedTopics(
            directory, participant, tracker, memberships::nickname, this::checkOpen);
  }

  /** Returns the durable topics. */
  public DurableTopics topics() {
    return topics;
  }

  /** Returns the inbox, for clients that poll. */
  public Inbox inbox() {
    return inbox;
  }

  /** Returns true if a call waits at the inbox. */
  public boolean isAwaited() {
    return inbox.isPolled();
  }

  private synchronized void fill(RoomInbox polled) {
    memberships.each(membership -> polled.follow(membership.room(), membership.subscription()));
  }

  /**
   * Takes over the memberships this connection had at another node, under the same nicknames.
   * Durable rooms continue from the checkpoints, ephemeral rooms from now on.
   */
  public synchronized void resumeFrom(Checkpoints before) {
    Checkpoint newest =
        before.pushed().stream()
            .findFirst()
            .orElseGet(() -> new Checkpoint(0, Map.<TopicName, Long>of()));
    for (RoomRows.MembershipOf earlier : rows.membershipsOf(reader.id())) {
      LiveRoom room = directory.room(workspace, earlier.room());
      boolean isKnown = newest.seqs().containsKey(room.topicName());
      if (isKnown) {
        room.makeDurable();
      }
      OptionalLong joinedAfter =
          isKnown || !room.isDurable()
              ? OptionalLong.empty()
              : room.lastBefore(earlier.joinedAt().minus(MAX_SKEW));
      if (joinedAfter.isPresent()) {
        newest = newest.with(room.topicName(), joinedAfter.getAsLong());
      }
      TopicSubscription subscription = room.follow(reader);
      subscription.passOver(tracker.answered(room.name()));
      memberships.put(earlier.room(), room, earlier.nickname(), subscription);
    }
    List<Checkpoint> checkpoints = new ArrayList<>(before.pushed().stream().skip(1).toList());
    checkpoints.add(0, newest);
    reader.resumeFrom(checkpoints);
    if (!before.asked().isEmpty()) {
      inbox.resumeFrom(before.asked());
    }
  }

  /** Returns true if any of its rooms is durable. Makes no database call. */
  public boolean areDurable() {
    return memberships.areDurable();
  }

  /** Returns its current checkpoints. */
  public CompletionStage<Checkpoints> checkpoints() {
    return reader
        .checkpoint()
        .thenCombine(
            inbox.checkpoint(), (pushed, polled) -> new Checkpoints(List.of(pushed), polled));
  }

  /** Returns a number that changes when it has read on, or is in other rooms. Takes no lock. */
  public long progress() {
    return 31 * reader.progress() + inbox.progress();
  }

  @Override
  public synchronized JoinResult join(RoomName name) {
    RoomMemberships.JoinedRoom membership = memberships.get(name);
    return join(name, membership == null ? AnimalNames.random() : membership.nickname());
  }

  @Override
  public synchronized JoinResult join(RoomName name, Nickname wish) {
    check(name);
    if (wish.isNone()) {
      throw InvalidArgument.refusal("nickname", "it stands for nobody");
    }
    RoomMemberships.JoinedRoom membership = memberships.get(name);
    if (membership == null && memberships.size() >= MAX_ROOMS) {
      throw new ParleyException(new LimitReached("rooms", MAX_ROOMS));
    }
    beforeWrite.run();
    LiveRoom room = directory.room(workspace, name);
    boolean keeps = membership != null && membership.nickname().equals(wish);
    WishedNickname wished =
        keeps
            ? new WishedNickname(wish, agent, Set.of())
            : WishedNickname.of(wish, agent, listener::namesOfOthers);
    RoomRows.Admission admitted = rows.join(room.key(), reader.id(), wished);
    if (!admitted.nickname().equals(wish)
        && !wished.isOfAnother()
        && takeover.take(room, admitted.nickname(), wish)) {
      admitted = new RoomRows.Admission(wish, admitted.membersCount());
    }
    watched.remove(name);
    TopicSubscription subscription = membership == null ? follow(room) : membership.subscription();
    memberships.put(name, room, admitted.nickname(), subscription);
    inbox.follow(room, subscription);
    if (membership == null) {
      listener.moved();
    }
    return new JoinResult(name, admitted.nickname(), admitted.membersCount());
  }

  /**
   * Records that another connection of the same agent has taken over its nickname and left it
   * {@code other}.
   */
  void renamed(RoomName room, Nickname other) {
    memberships.rename(room, other);
  }

  /**
   * Follows the room: from the last acknowledged message for an agent that acknowledges, else from
   * now on.
   */
  private TopicSubscription follow(LiveRoom room) {
    OptionalLong seen =
        room.isDurable() ? directory.ledger().unseenAfter(room.key(), agent) : OptionalLong.empty();
    TopicSubscription subscription =
        seen.isPresent() ? room.followAfter(seen.getAsLong(), reader) : room.follow(reader);
    subscription.passOver(tracker.answered(room.name()));
    return subscription;
  }

  /**
   * Counts the messages in its rooms that mention it and that no call has returned.
   *
   * @param pushesAreShown whether the agent is known to see what is pushed
   */
  public long unreadMentions(boolean pushesAreShown) {
    return memberships.unreadMentions(pushesAreShown);
  }

  /** Passes session messages that no call was given to the call that waits at the inbox. */
  public void lookForMail() {
    inbox.lookForMail();
  }

  /** Delivers {@code event} with the next result of the inbox, if the inbox was ever polled. */
  public void deliver(OwnEvent event) {
    inbox.push(event);
  }

  /** Records the deliveries since the last call. Makes no database call. */
  public void recordDeliveries() {
    memberships.each(membership -> tracker.pushed(membership.room(), membership.subscription()));
  }

  @Override
  public synchronized void watch(RoomName name) {
    check(name);
    if (memberships.get(name) == null) {
      watched.add(name);
    }
  }

  @Override
  public synchronized void leave(RoomName name) {
    checkOpen();
    watched.remove(name);
    RoomMemberships.JoinedRoom membership = memberships.get(name);
    if (membership != null) {
      rows.leave(membership.room().key(), reader.id());
      memberships.remove(name);
      tracker.left(membership.room());
      inbox.unfollow(membership.room());
      membership.room().unfollow(membership.subscription());
      listener.moved();
    }
  }

  @Override
  public RoomListing list() {
    checkOpen();
    return lists.all(memberships.nicknames());
  }

  @Override
  public RoomListing list(Optional<RoomName> after, int limit) {
    checkOpen();
    return lists.page(memberships.nicknames(), after, limit);
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
    RoomMemberships.JoinedRoom membership = memberships.get(name);
    if (membership == null) {
      throw new ParleyException(new NotInRoom(name.value()));
    }
    bucket.take();
    membership.room().awaitReaders();
    try {
      Sender sender = new Sender(agent, membership.nickname(), reader.id());
      Message message =
          directory.post(
              membership.room(), MessageDraft.of(membership.room().topicName(), sender, body), key);
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
        .filter(
            membership ->
                !listener.isGone(
                    membership.agent(), membership.connection(), membership.joinedAt()))
        .map(membership -> new RoomMember(membership.nickname(), membership.agent()))
        .toList();
  }

  /** Returns its rooms. Makes no database call. */
  public Set<RoomName> joined() {
    return memberships.names();
  }

  /** Leaves every room. A second call does nothing. */
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    watched.close();
    if (!memberships.isEmpty()) {
      directory.departed(reader.id());
      directory.changed(workspace);
      memberships.each(membership -> inbox.unfollow(membership.room()));
      memberships.each(membership -> membership.room().unfollow(membership.subscription()));
      memberships.clear();
    }
    inbox.close();
    directory.forget(reader.id());
  }

  private void check(RoomName name) {
    checkOpen();
    allowed.check(name);
  }

  private void checkOpen() {
    listener.called();
    if (closed) {
      throw new ParleyException(new ConnectionClosed());
    }
  }
}

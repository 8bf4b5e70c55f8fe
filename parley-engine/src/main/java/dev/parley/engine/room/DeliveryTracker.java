package dev.parley.engine.room;

import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.delivery.ReadProgress;
import dev.parley.engine.topic.AnsweredSeqs;
import dev.parley.engine.topic.TopicSubscription;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.message.Cursor;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Records the messages of each room delivered to one connection, in the ledger where the room is
 * durable.
 */
final class DeliveryTracker implements RoomInbox.PollListener {
  private record Fetched(Cursor cursor, long seq) {}

  private final DeliveryLedger ledger;
  private final AgentId agent;

  /** The last push recorded for each room. */
  private final Map<RoomName, Long> pushed = new ConcurrentHashMap<>();

  private final Map<RoomName, Fetched> fetched = new ConcurrentHashMap<>();

  /**
   * The messages of each room that reading calls have returned; {@code answered} has those of any
   * call.
   */
  private final Map<RoomName, AnsweredSeqs> read = new ConcurrentHashMap<>();

  private final Map<RoomName, AnsweredSeqs> answered = new ConcurrentHashMap<>();

  DeliveryTracker(DeliveryLedger ledger, AgentId agent) {
    this.ledger = ledger;
    this.agent = agent;
  }

  /** Returns the messages of {@code room} that any call of this connection has returned. */
  AnsweredSeqs answered(RoomName room) {
    return answered.computeIfAbsent(room, name -> new AnsweredSeqs());
  }

  @Override
  public AnsweredSeqs read(RoomName room) {
    return read.computeIfAbsent(room, name -> new AnsweredSeqs());
  }

  /** Records the pushes since the last call. */
  void pushed(LiveRoom room, TopicSubscription subscription) {
    OptionalLong passed = subscription.passedSeq();
    if (room.isDurable() && passed.isPresent()) {
      Long before = pushed.put(room.name(), passed.getAsLong());
      if (before == null || before != passed.getAsLong()) {
        long since = subscription.begunAfterSeq().orElse(passed.getAsLong());
        record(room, ReadProgress.pushed(since, passed.getAsLong()));
      }
    }
  }

  /** Ends the records of a room; later pushes start new ones. */
  void left(LiveRoom room) {
    pushed.remove(room.name());
    read.remove(room.name());
    answered.remove(room.name());
    if (room.isDurable()) {
      ledger.leave(room.key(), agent);
    }
  }

  @Override
  public void polled(LiveRoom room, long since, long upTo, boolean forHook) {
    answered(room.name()).add(since + 1, upTo);
    if (room.isDurable()) {
      record(room, forHook ? ReadProgress.hooked(since, upTo) : ReadProgress.polled(since, upTo));
    }
  }

  @Override
  public void notReceived(LiveRoom room, long since, long upTo) {
    answered(room.name()).remove(since + 1, upTo);
  }

  @Override
  public void seen(LiveRoom room, long upTo) {
    if (room.isDurable()) {
      record(room, ReadProgress.seen(upTo));
    }
  }

  /**
   * Records that a call read on after {@code since}, which shows what was seen, and returned {@code
   * page}.
   *
   * @param known finds the room; called only where there is something to record
   */
  void read(RoomName name, Optional<Cursor> since, MessagePage page, Supplier<LiveRoom> known) {
    Fetched before = fetched.get(name);
    List<StoredMessage> messages = page.messages();
    if (!messages.isEmpty()) {
      long first = messages.get(0).message().seq();
      long last = messages.get(messages.size() - 1).message().seq();
      fetched.put(name, new Fetched(page.next(), last));
      answered(name, first, last);
      LiveRoom room = known.get();
      record(room, ReadProgress.read(first - 1, last));
      if (since.isPresent() && first > 1) {
        record(room, ReadProgress.seen(first - 1));
      }
    } else if (before != null && since.isPresent() && before.cursor().equals(since.get())) {
      record(known.get(), ReadProgress.seen(before.seq()));
    }
  }

  /** Records the agent's own acknowledgement of everything up to {@code seq}. */
  void acknowledged(LiveRoom room, long seq) {
    ledger.acknowledge(room.key(), agent, seq);
    answered(room.name(), 1, seq);
  }

  private void answered(RoomName room, long first, long last) {
    read(room).add(first, last);
    answered(room).add(first, last);
  }

  private void record(LiveRoom room, ReadProgress progress) {
    ledger.note(room.key(), agent, progress);
  }
}

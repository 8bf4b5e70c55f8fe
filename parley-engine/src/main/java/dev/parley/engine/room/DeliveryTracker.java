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

/** What one connection was handed of each room, noted in the ledger where the room is durable. */
final class DeliveryTracker implements RoomInbox.Handover {
  private record Fetched(Cursor cursor, long seq) {}

  private final DeliveryLedger readings;
  private final AgentId agent;

  /** Of each room what was noted as pushed, and where the last reading ended. */
  private final Map<RoomName, Long> pushed = new ConcurrentHashMap<>();

  private final Map<RoomName, Fetched> fetched = new ConcurrentHashMap<>();

  /** What of each room was the answer to a call that reads, and to any call. */
  private final Map<RoomName, AnsweredSeqs> read = new ConcurrentHashMap<>();

  private final Map<RoomName, AnsweredSeqs> answered = new ConcurrentHashMap<>();

  DeliveryTracker(DeliveryLedger readings, AgentId agent) {
    this.readings = readings;
    this.agent = agent;
  }

  /** What of {@code room} was the answer to any call of this connection. */
  AnsweredSeqs answered(RoomName room) {
    return answered.computeIfAbsent(room, name -> new AnsweredSeqs());
  }

  @Override
  public AnsweredSeqs read(RoomName room) {
    return read.computeIfAbsent(room, name -> new AnsweredSeqs());
  }

  /** Notes what was pushed since the last time that was noted. */
  void pushed(LiveRoom room, TopicSubscription following) {
    OptionalLong passed = following.passedSeq();
    if (room.isDurable() && passed.isPresent()) {
      Long before = pushed.put(room.name(), passed.getAsLong());
      if (before == null || before != passed.getAsLong()) {
        long since = following.begunAfterSeq().orElse(passed.getAsLong());
        note(room, ReadProgress.pushed(since, passed.getAsLong()));
      }
    }
  }

  /** What is pushed from now on is another reading. */
  void left(LiveRoom room) {
    pushed.remove(room.name());
    read.remove(room.name());
    answered.remove(room.name());
    if (room.isDurable()) {
      readings.leave(room.key(), agent);
    }
  }

  @Override
  public void polled(LiveRoom room, long since, long upTo) {
    answered(room.name()).add(since + 1, upTo);
    if (room.isDurable()) {
      note(room, ReadProgress.polled(since, upTo));
    }
  }

  @Override
  public void notReceived(LiveRoom room, long since, long upTo) {
    answered(room.name()).remove(since + 1, upTo);
  }

  @Override
  public void seen(LiveRoom room, long upTo) {
    if (room.isDurable()) {
      note(room, ReadProgress.seen(upTo));
    }
  }

  /**
   * A reading went on after {@code since}, which shows what was seen, and is given {@code page}.
   *
   * @param known finds the room; asked only where there is something to note
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
      note(room, ReadProgress.read(first - 1, last));
      if (since.isPresent() && first > 1) {
        note(room, ReadProgress.seen(first - 1));
      }
    } else if (before != null && since.isPresent() && before.cursor().equals(since.get())) {
      note(known.get(), ReadProgress.seen(before.seq()));
    }
  }

  /** It says itself that it has seen what stands up to {@code seq}. */
  void acknowledged(LiveRoom room, long seq) {
    readings.acknowledge(room.key(), agent, seq);
    answered(room.name(), 1, seq);
  }

  private void answered(RoomName room, long first, long last) {
    read(room).add(first, last);
    answered(room).add(first, last);
  }

  private void note(LiveRoom room, ReadProgress progress) {
    readings.note(room.key(), agent, progress);
  }
}

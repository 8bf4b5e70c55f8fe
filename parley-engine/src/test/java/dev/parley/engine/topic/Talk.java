package dev.parley.engine.topic;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A topic with words for what is said in it. */
final class Talk {
  static final BackPressure.Limits NO_LIMIT =
      new BackPressure.Limits(Integer.MAX_VALUE, Duration.ofDays(1), Duration.ZERO);
  private static final MessageId ID = new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV");

  Topic topic;
  final List<Message> said = new ArrayList<>();
  private final int kept;
  private final BackPressure.Limits limits;
  private final TailBudget budget;
  private long seq;

  Talk(String room, int kept) {
    this(room, kept, NO_LIMIT);
  }

  Talk(String room, int kept, BackPressure.Limits limits) {
    this(room, kept, limits, new TailBudget(Long.MAX_VALUE));
  }

  Talk(String room, int kept, BackPressure.Limits limits, TailBudget budget) {
    this.kept = kept;
    this.limits = limits;
    this.budget = budget;
    topic = new Topic(TopicName.of(WorkspaceId.DEFAULT, RoomName.of(room)), kept, limits, budget);
  }

  /** From now on it is told to another topic of the name, which has nothing yet. */
  void startsAnew() {
    topic = new Topic(topic.name(), kept, limits, budget);
  }

  /** Somebody says each of these. */
  void says(String who, String... texts) {
    for (String text : texts) {
      Message message = draft(who, text).accepted(ID, ++seq, Instant.EPOCH);
      said.add(message);
      topic.append(message);
    }
  }

  /** The next message has the number {@code next}, lower than before or higher. */
  void continuesAt(long next) {
    seq = next - 1;
  }

  /** Somebody says every number from {@code first} to {@code last}. */
  void says(String who, int first, int last) {
    for (int n = first; n <= last; n++) {
      says(who, Integer.toString(n));
    }
  }

  static ConnectionId connection(String who) {
    return new ConnectionId(who);
  }

  static TopicEntry entry(long seq) {
    return entry(seq, seq - 1);
  }

  static TopicEntry entry(long seq, long previous) {
    return new TopicEntry(
        new Talk("any", 1).draft("bob", "m").accepted(ID, seq, Instant.EPOCH), previous, 0);
  }

  private MessageDraft draft(String who, String text) {
    Sender sender = new Sender(new AgentId(who), Nickname.of(who), connection(who));
    return MessageDraft.of(topic.name(), sender, Body.of(text));
  }
}

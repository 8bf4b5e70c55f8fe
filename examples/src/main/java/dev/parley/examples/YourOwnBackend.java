package dev.parley.examples;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.PositionLost;
import dev.parley.spi.MessageBackend;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A backend of your own: lists in memory here. {@code MessageBackendContract} tests yours too. */
public final class YourOwnBackend implements MessageBackend {
  private static final Pattern CURSOR = Pattern.compile("(.+):([1-9][0-9]{0,8}):[0-9A-Z]{26}");

  private final Map<TopicName, List<StoredMessage>> logs = new HashMap<>();
  private final Map<Object, Consumer<StoredMessage>> followers = new ConcurrentHashMap<>();
  private boolean connected;
  private long posted;

  /** Prints what the backend was given to keep. */
  public static void main(String[] args) {
    YourOwnBackend own = new YourOwnBackend();
    own.connect();
    try (Parley parley = ParleyBuilder.builder().inMemory().backend(own).build()) {
      var alice = parley.connect(ConnectOptions.of("alice"));
      var posted = alice.topics().post(RoomName.of("planning"), Body.of("Hi."), Optional.empty());
      var page = own.fetchAfter(posted.topic(), Optional.empty(), 10);
      page.messages().forEach(kept -> System.out.println("kept: " + kept.message().text()));
    }
    own.disconnect();
  }

  @Override
  public synchronized void connect() {
    connected = true;
  }

  @Override
  public synchronized void disconnect() {
    connected = false;
    followers.clear();
  }

  @Override
  public synchronized Subscription follow(
      TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
    List<StoredMessage> log = log(topic);
    int first = from.map(after -> seq(after, topic, log)).orElse(log.size());
    log.subList(first, log.size()).forEach(stored -> tell(topic, follower, stored));
    Object key = new Object();
    followers.put(key, stored -> tell(topic, follower, stored));
    return () -> followers.remove(key);
  }

  private static void tell(TopicName topic, Consumer<StoredMessage> follower, StoredMessage next) {
    if (next.message().topic().equals(topic)) {
      try {
        follower.accept(next);
      } catch (RuntimeException failed) {
        System.err.println("A follower failed; it is told of the next message: " + failed);
      }
    }
  }

  @Override
  public synchronized StoredMessage post(MessageDraft draft) {
    List<StoredMessage> log = log(draft.topic());
    int seq = log.size() + 1;
    Instant now = InstantSource.system().instant();
    MessageId id = new MessageId("%012X%014X".formatted(now.toEpochMilli(), posted++));
    Cursor cursor = new Cursor(draft.topic() + ":" + seq + ":" + id);
    StoredMessage stored = new StoredMessage(draft.accepted(id, seq, now), cursor);
    log.add(stored);
    followers.values().forEach(follower -> follower.accept(stored));
    return stored;
  }

  @Override
  public synchronized MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
    List<StoredMessage> log = log(topic);
    if (limit < 1) {
      throw InvalidArgument.refusal("limit", "it must be 1 or more");
    }
    int from = after.map(at -> seq(at, topic, log)).orElse(Math.max(0, log.size() - limit));
    int to = from + Math.min(limit, log.size() - from);
    Cursor next = to == 0 ? Cursor.BEGINNING : log.get(to - 1).cursor();
    return new MessagePage(log.subList(from, to), next, to < log.size());
  }

  private static int seq(Cursor cursor, TopicName topic, List<StoredMessage> log) {
    Matcher form = CURSOR.matcher(cursor.value());
    if (cursor.equals(Cursor.BEGINNING)) {
      return 0;
    } else if (!form.matches()) {
      throw InvalidArgument.refusal("since", "it is not a cursor of this backend");
    } else if (!form.group(1).equals(topic.toString())) {
      throw lost(topic, PositionLost.Reason.ANOTHER_LOG);
    }
    int seq = Integer.parseInt(form.group(2));
    if (seq > log.size()) {
      throw lost(topic, PositionLost.Reason.PAST_THE_END);
    } else if (!log.get(seq - 1).cursor().equals(cursor)) {
      throw lost(topic, PositionLost.Reason.ANOTHER_MESSAGE);
    }
    return seq;
  }

  private static ParleyException lost(TopicName topic, PositionLost.Reason reason) {
    return new ParleyException(new PositionLost(topic.name(), reason));
  }

  private List<StoredMessage> log(TopicName topic) {
    if (!connected) {
      throw new IllegalStateException("the backend is not connected");
    }
    return logs.computeIfAbsent(topic, name -> new ArrayList<>());
  }

  @Override
  public synchronized String resolveIdentity(AgentId agent) {
    var unused = log(TopicName.presence(WorkspaceId.DEFAULT));
    return agent.value();
  }
}

package dev.parley.engine.room;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.backend.memory.InMemoryBackend;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.topic.BackPressure;
import dev.parley.engine.topic.TailBudget;
import dev.parley.engine.topic.Topic;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BrokeredRoomLogTest {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("plan"));

  private final AtomicLong last = new AtomicLong();
  private final InMemoryBackend broker =
      new InMemoryBackend(
          topic -> last.incrementAndGet(), Ulids::nextMessage, InstantSource.system(), 10);
  private final AtomicInteger switches = new AtomicInteger();
  private final BrokeredRoomLog log =
      new BrokeredRoomLog(
          TOPIC,
          null,
          "room",
          broker,
          new HighWaterMark(null, "room", covering -> {}),
          switches::incrementAndGet);

  @BeforeEach
  void connect() {
    broker.connect();
  }

  @Test
  void post_afterTheEnd_belongsToTheDurableLog_alsoOnceNobodyFollows() {
    Subscription subscription = log.follow(topic());
    assertThat(post("in time")).isPresent();
    log.end();
    assertThat(post("while the readers move")).isEmpty();
    subscription.close();
    assertThat(post("when they have moved")).isEmpty();
  }

  @Test
  void post_afterTheSwitchOfAnotherNode_belongsToTheDurableLog() {
    Subscription subscription = log.follow(topic());
    assertThat(post("in time")).isPresent();
    broker.post(BrokeredSwitch.announcement(TOPIC));
    assertThat(switches).hasValue(1);
    assertThat(post("late")).isEmpty();
    subscription.close();
  }

  @Test
  void post_whereNobodyFollows_counts() {
    assertThat(post("alone")).isPresent();
    log.follow(topic()).close();
    assertThat(post("alone again")).isPresent();
  }

  private Optional<Message> post(String text) {
    Sender alice = new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));
    return log.post(MessageDraft.of(TOPIC, alice, Body.of(text)), null);
  }

  private static Topic topic() {
    return new Topic(
        TOPIC,
        10,
        new BackPressure.Limits(10, Duration.ZERO, Duration.ZERO),
        new TailBudget(Long.MAX_VALUE));
  }
}

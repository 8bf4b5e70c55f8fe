package dev.parley.engine.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.concurrent.HandCrank;
import dev.parley.spi.Telemetry;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The memory of messages of several topics, with entries of about 1 kB. */
class TailBudgetTest {
  private static final long ENTRY = 512 + 2 * 256;
  private static final BackPressure.Limits LAG_OF_100 =
      new BackPressure.Limits(100, Duration.ofDays(1), Duration.ZERO);

  private final HandCrank crank = new HandCrank();
  private final TailBudget budget = new TailBudget(256 * ENTRY);
  private final Talk large = talk("large");
  private final Talk small = talk("small");
  private final ConnectionReader reader =
      new ConnectionReader(Talk.connection("alice"), 1_024, Telemetry.NONE);
  private final RecordingSink sink = new RecordingSink();

  @Test
  void append_upToTheBudget_dropsNothing() {
    says(large, 200);
    says(small, 56);
    assertThat(large.topic.tail().oldest()).isEqualTo(1);
    assertThat(small.topic.tail().oldest()).isEqualTo(1);
  }

  @Test
  void append_pastTheBudget_dropsTheOlderHalfOfTheLargest() {
    says(large, 200);
    says(small, 62);
    assertThat(small.topic.tail().oldest()).isEqualTo(1);
    assertThat(large.topic.tail().oldest()).isEqualTo(101);
    assertThat(large.topic.bytes()).isEqualTo(100 * ENTRY);
  }

  @Test
  void append_ofManyTimesTheBudget_staysWithinIt() {
    for (int n = 0; n < 2_000; n++) {
      says(large, 1);
      says(small, 1);
      assertThat(large.topic.bytes() + small.topic.bytes()).isLessThanOrEqualTo(261 * ENTRY);
    }
    assertThat(large.topic.tail().last()).isEqualTo(2_000);
    assertThat(large.topic.tail().at(2_000)).isNotNull();
  }

  @Test
  void closedTopic_countsNoLonger() {
    says(large, 250);
    budget.remove(large.topic);
    says(small, 200);
    assertThat(small.topic.tail().oldest()).isEqualTo(1);
  }

  @Test
  void messagesThatAReaderIsAboutToTake_stay() {
    follow(large);
    sink.room = 150;
    says(large, 220);
    crank.turn();
    assertThat(sink.taken).hasSize(150);
    says(small, 60);
    assertThat(large.topic.tail().oldest()).as("of 220, the older half").isEqualTo(111);
    says(small, 1_000);
    sink.room = 1_000;
    reader.wake();
    crank.turn();
    assertThat(sink.words()).hasSize(220).allMatch(words -> !words.startsWith("lost"));
  }

  @Test
  void messagesOfAReaderFarBehind_areCountedAsLost() {
    follow(large);
    sink.room = 0;
    says(large, 255);
    crank.turn();
    says(small, 10);
    long oldest = large.topic.tail().oldest();
    assertThat(oldest).isEqualTo(129);
    sink.room = 1_000;
    reader.wake();
    crank.turn();
    assertThat(sink.words().get(0)).isEqualTo("lost 128");
    assertThat(sink.words()).hasSize(1 + 255 - 128);
  }

  private Talk talk(String room) {
    Talk talk = new Talk(room, 1_024, LAG_OF_100, budget);
    budget.add(talk.topic);
    return talk;
  }

  private void follow(Talk talk) {
    talk.topic.follow(reader);
    reader.attach(sink, OptionalLong.empty(), crank, true);
    crank.turn();
  }

  private static void says(Talk talk, int times) {
    for (int n = 0; n < times; n++) {
      talk.says("bob", "x".repeat(256));
    }
  }
}

package dev.parley.engine.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.concurrent.HandCrank;
import dev.parley.event.Notice;
import dev.parley.spi.SinkRegistration;
import dev.parley.spi.Telemetry;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sink that comes back and names the last push it has. */
class ReaderResumeTest {
  private final HandCrank crank = new HandCrank();
  private final ConnectionReader reader =
      new ConnectionReader(Talk.connection("alice"), 64, Telemetry.NONE);
  private final Talk talk = new Talk("planning", 64);
  private TopicSubscription following;

  @BeforeEach
  void follow() {
    following = talk.topic.follow(reader);
  }

  @Test
  void resume_afterANumber_deliversTheRestAgainInOrderOnce() {
    RecordingSink before = attach();
    talk.says("bob", 1, 10);
    crank.turn();
    assertThat(before.taken).hasSize(10);
    talk.says("bob", 11, 12);

    RecordingSink after = resume(4);
    assertThat(after.words()).isEqualTo(words(5, 12));
    assertThat(after.numbers()).containsExactly(5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L);
    assertThat(before.taken).hasSize(10);
  }

  @Test
  void resume_afterTheNewest_goesOn() {
    attach();
    talk.says("bob", 1, 3);
    crank.turn();
    talk.says("bob", 4, 5);
    RecordingSink after = resume(3);
    assertThat(after.words()).isEqualTo(words(4, 5));
    assertThat(after.numbers()).containsExactly(4L, 5L);
  }

  @Test
  void resume_afterANumberNeverGivenOut_goesOnAfterTheNewest() {
    attach();
    talk.says("bob", 1, 3);
    crank.turn();
    talk.says("bob", "4");
    RecordingSink after = resume(1_000_000);
    assertThat(after.words()).isEqualTo(words(4, 4));
    assertThat(after.numbers()).containsExactly(4L);
  }

  @Test
  void resume_withANumberBelow0_deliversAllAgain() {
    attach();
    talk.says("bob", 1, 3);
    crank.turn();
    assertThat(resume(-7).words()).isEqualTo(words(1, 3));
  }

  @Test
  void resume_againAndAgain_deliversTheSame() {
    attach();
    talk.says("bob", 1, 9);
    crank.turn();
    for (int again = 0; again < 5; again++) {
      RecordingSink after = resume(2);
      assertThat(after.words()).isEqualTo(words(3, 9));
      assertThat(after.numbers()).first().isEqualTo(3L);
    }
  }

  @Test
  void resume_overSeveralTopics_putsEachBack() {
    Talk other = new Talk("review", 64);
    other.topic.follow(reader);
    attach();
    for (int n = 1; n <= 5; n++) {
      talk.says("bob", "p" + n);
      other.says("bob", "r" + n);
      crank.turn();
    }
    RecordingSink after = resume(4);
    assertThat(after.words()).containsExactlyInAnyOrder("p3", "r3", "p4", "r4", "p5", "r5");
    assertThat(after.words()).containsSubsequence("p3", "p4", "p5");
    assertThat(after.words()).containsSubsequence("r3", "r4", "r5");
  }

  @Test
  void resume_skipsOwnMessagesAgain() {
    attach();
    for (int n = 1; n <= 6; n++) {
      talk.says(n % 2 == 0 ? "alice" : "bob", Integer.toString(n));
    }
    crank.turn();
    assertThat(resume(0).words()).containsExactly("1", "3", "5");
    assertThat(resume(1).words()).containsExactly("3", "5");
  }

  @Test
  void resume_repeatsANotice() {
    RecordingSink before = new RecordingSink();
    SinkRegistration attachment = reader.attach(before, OptionalLong.empty(), crank, true);
    attachment.push(new Notice("hello"));
    attachment.push(new Notice("again"));
    crank.turn();
    RecordingSink after = resume(1);
    assertThat(after.words()).containsExactly("again");
    assertThat(after.numbers()).containsExactly(2L);
  }

  /** The history is smaller than the topic's tail: what it forgot counts as lost. */
  @Test
  void resume_furtherBackThanIsRemembered_tellsOnceHowManyAreLost() {
    Talk deep = new Talk("deep", 1024);
    deep.topic.follow(reader);
    attach();
    deep.says("bob", 1, 100);
    crank.turn();
    RecordingSink after = resume(10);
    assertThat(after.words()).hasSize(65).startsWith("lost 26", "37", "38").endsWith("100");
    assertThat(after.numbers()).first().isEqualTo(11L);
    assertThat(after.numbers()).last().isEqualTo(75L);
  }

  /** The history remembers more than the tail holds: what the tail let go counts as lost. */
  @Test
  void resume_furtherBackThanTheTail_tellsOnceHowManyAreLost() {
    attach();
    talk.says("bob", 1, 50);
    crank.turn();
    talk.says("bob", 51, 100);
    RecordingSink after = resume(10);
    assertThat(after.words()).hasSize(65).startsWith("lost 26", "37", "38").endsWith("100");
  }

  @Test
  void resume_furtherBackThanEither_tellsOneSum() {
    attach();
    talk.says("bob", 1, 64);
    crank.turn();
    talk.says("bob", 65, 128);
    crank.turn();
    talk.says("bob", 129, 138);
    RecordingSink after = resume(0);
    assertThat(after.words()).hasSize(65).startsWith("lost 74", "75").endsWith("138");
  }

  /** A loss that was reported counts for its messages, not as one push, once it is forgotten. */
  @Test
  void resume_furtherBackThanALossThatIsForgotten_countsItsMessages() {
    Talk deep = new Talk("deep", 1024);
    deep.topic.follow(reader);
    attach();
    deep.says("bob", 1, 100);
    crank.turn();
    assertThat(resume(10).words()).startsWith("lost 26");
    deep.says("bob", 101, 200);
    crank.turn();
    assertThat(resume(10).words()).hasSize(65).startsWith("lost 126", "137").endsWith("200");
  }

  @Test
  void resume_ofATopicThatWasLeft_deliversNothingOfIt() {
    attach();
    talk.says("bob", 1, 3);
    crank.turn();
    following.end();
    assertThat(resume(0).taken).isEmpty();
  }

  @Test
  void resume_afterALeaveAndAnotherJoin_deliversOnlyWhatCameAfterTheJoin() {
    attach();
    talk.says("bob", 1, 3);
    crank.turn();
    following.end();
    talk.says("bob", "between");
    talk.topic.follow(reader);
    talk.says("bob", "after");
    crank.turn();
    assertThat(resume(0).words()).containsExactly("after");
  }

  private RecordingSink attach() {
    RecordingSink sink = new RecordingSink();
    reader.attach(sink, OptionalLong.empty(), crank, true);
    crank.turn();
    return sink;
  }

  private RecordingSink resume(long after) {
    RecordingSink sink = new RecordingSink();
    reader.attach(sink, OptionalLong.of(after), crank, true);
    crank.turn();
    return sink;
  }

  private static List<String> words(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(Integer::toString).toList();
  }
}

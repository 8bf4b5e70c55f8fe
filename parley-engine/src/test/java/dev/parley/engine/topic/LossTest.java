package dev.parley.engine.topic;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.concurrent.HandCrank;
import dev.parley.event.MessagesLost;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import dev.parley.spi.Telemetry;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** What a connection is told when it was away for longer than its topics reach back. */
class LossTest {
  private static final int KEPT = 64;

  private final HandCrank crank = new HandCrank();
  private final ConnectionReader reader =
      new ConnectionReader(Talk.connection("alice"), 1024, Telemetry.NONE);
  private final Talk talk = new Talk("planning", KEPT);
  private final RecordingSink sink = new RecordingSink();

  @BeforeEach
  void attach() {
    talk.topic.follow(reader);
    reader.attach(sink, OptionalLong.empty(), crank, true);
    crank.turn();
  }

  @Test
  void lost_isExactlyWhatOthersSaidPastWhatIsKept() {
    talk.says("bob", 1, KEPT);
    crank.turn();
    assertThat(sink.words()).hasSize(KEPT).first().isEqualTo("1");
    talk.says("bob", 1, KEPT + 1);
    crank.turn();
    assertThat(sink.words().subList(KEPT, sink.taken.size()))
        .hasSize(KEPT + 1)
        .startsWith("lost 1", "2");
  }

  @Test
  void ownMessages_areSkippedAndNotLost() {
    for (int n = 1; n <= 200; n++) {
      talk.says("alice", "own");
    }
    crank.turn();
    assertThat(sink.taken).isEmpty();
  }

  @Test
  void ownMessages_amongTheEvicted_areNotCounted() {
    for (int n = 1; n <= 100; n++) {
      talk.says("alice", "own");
      talk.says("bob", Integer.toString(n));
    }
    crank.turn();
    assertThat(sink.words()).hasSize(33).startsWith("lost 68", "69").endsWith("100");
  }

  @Test
  void ownMessages_onlyAmongTheEvicted_areNotCounted() {
    for (int n = 1; n <= 10; n++) {
      talk.says("alice", "own");
    }
    talk.says("bob", 1, 100);
    crank.turn();
    assertThat(sink.words()).hasSize(65).startsWith("lost 36", "37");
  }

  @Test
  void missingNumbers_areNotLost() {
    talk.says("bob", "1");
    talk.continuesAt(11);
    talk.says("bob", "11");
    talk.continuesAt(1_000_000);
    talk.says("bob", "1000000");
    crank.turn();
    talk.continuesAt(2_000_000);
    talk.says("bob", "2000000");
    crank.turn();
    assertThat(sink.words()).containsExactly("1", "11", "1000000", "2000000");
  }

  @Test
  void missingNumbersBeforeTheOldest_areNotCounted() {
    talk.says("bob", 1, 10);
    talk.continuesAt(21);
    talk.says("bob", 21, 20 + KEPT);
    crank.turn();
    assertThat(sink.words()).hasSize(KEPT + 1).startsWith("lost 10", "21");
  }

  @Test
  void numbersThatBeginAnew_areDeliveredAfterThoseBefore() {
    talk.says("bob", 1, 10);
    crank.turn();
    talk.says("bob", 11, 12);
    talk.continuesAt(5);
    talk.says("bob", "5 anew", "6 anew");
    crank.turn();
    talk.says("bob", "7 anew");
    crank.turn();
    assertThat(sink.words()).hasSize(15).endsWith("10", "11", "12", "5 anew", "6 anew", "7 anew");
  }

  @Test
  void messagesLost_isToldOncePerGap() {
    talk.says("bob", 1, 100);
    crank.turn();
    talk.says("bob", 101, 300);
    crank.turn();
    talk.says("bob", "301");
    crank.turn();
    assertThat(sink.words().stream().filter(word -> word.startsWith("lost")))
        .containsExactly("lost 36", "lost 136");
  }

  @Test
  void messagesLost_thatWasNotTakenYet_growsInsteadOfBeingToldTwice() {
    sink.room = 0;
    talk.says("bob", 1, 100);
    crank.turn();
    talk.says("bob", 101, 200);
    crank.turn();
    sink.room = 1_000;
    talk.says("bob", 201, 300);
    crank.turn();
    assertThat(sink.words()).hasSize(65).startsWith("lost 236", "237").endsWith("300");
  }

  @Test
  void messagesLost_ofSeveralTopics_isToldOnceForAll() {
    Talk other = new Talk("review", KEPT);
    other.topic.follow(reader);
    talk.says("bob", 1, KEPT + 5);
    other.says("bob", 1, KEPT + 7);
    crank.turn();
    assertThat(sink.words().stream().filter(word -> word.startsWith("lost")))
        .containsExactly("lost 12");
    assertThat(sink.taken).hasSize(2 * KEPT + 1);
  }

  @Test
  void messagesLost_whenResumed_isToldAgainOnce() {
    talk.says("bob", 1, 100);
    crank.turn();
    RecordingSink after = new RecordingSink();
    reader.attach(after, OptionalLong.of(0), crank, true);
    crank.turn();
    assertThat(after.words()).isEqualTo(sink.words());
  }

  /** However own messages, others', drains, cuts and resumes mix: delivered + lost = said. */
  @RepeatedTest(50)
  void everyMessageOfOthers_isDeliveredOrCountedAsLost(RepetitionInfo round) {
    Random random = new Random(round.getCurrentRepetition());
    int said = 0;
    RecordingSink current = sink;
    List<RecordingSink.Taken> received = new ArrayList<>();
    for (int step = 0; step < 200; step++) {
      switch (random.nextInt(4)) {
        case 0, 1 -> {
          for (int n = random.nextInt(60); n > 0; n--) {
            boolean own = random.nextInt(3) == 0;
            talk.says(own ? "alice" : "bob", own ? "own" : Integer.toString(++said));
          }
        }
        case 2 -> {
          current.room = random.nextInt(80);
          reader.wake();
          crank.turn();
        }
        default -> {
          received.addAll(current.taken.subList(0, random.nextInt(current.taken.size() + 1)));
          long last = received.isEmpty() ? 0 : received.get(received.size() - 1).number();
          current = new RecordingSink();
          current.room = 0;
          reader.attach(current, OptionalLong.of(last), crank, true);
          crank.turn();
        }
      }
    }
    current.room = Integer.MAX_VALUE;
    reader.wake();
    crank.turn();
    received.addAll(current.taken);

    RecordingSink all = new RecordingSink();
    all.taken.addAll(received);
    assertThat(all.numbers()).doesNotHaveDuplicates().isSorted();
    long lost = 0;
    List<Integer> heard = new ArrayList<>();
    for (String word : all.words()) {
      if (word.startsWith("lost ")) {
        lost += Long.parseLong(word.substring(5));
      } else {
        heard.add(Integer.valueOf(word));
      }
    }
    assertThat(heard).isSorted().doesNotHaveDuplicates().doesNotContain(0);
    assertThat(heard.size() + lost).isEqualTo(said);
  }

  /**
   * The same while the drain runs beside the writer, and the reader itself speaks in between. A
   * writer is past the end of a short tail again and again while the drain looks at it.
   */
  @RepeatedTest(40)
  void everyMessageOfOthers_whileTheDrainRuns_isDeliveredOrCountedAsLost(RepetitionInfo round)
      throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Talk busy = new Talk("busy", round.getCurrentRepetition() % 2 == 0 ? KEPT : 2);
      ConnectionReader alice = new ConnectionReader(Talk.connection("alice"), KEPT, Telemetry.NONE);
      Sum sum = new Sum();
      alice.attach(sum, OptionalLong.empty(), thread, false);
      busy.topic.follow(alice);
      Random random = new Random(round.getCurrentRepetition());
      long said = 0;
      for (int n = 0; n < 50_000; n++) {
        if (random.nextInt(3) == 0) {
          busy.says("alice", "own");
        } else {
          busy.says("bob", "other");
          said++;
        }
      }
      long all = said;
      eventually("all are accounted for", () -> sum.accounted.get() >= all || sum.isCut);
      assertThat(sum.isCut).as("cut").isFalse();
      thread.shutdown();
      assertThat(thread.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
      assertThat(sum.accounted).hasValue(said);
    } finally {
      thread.shutdownNow();
    }
  }

  private static final class Sum implements Sink {
    final AtomicLong accounted = new AtomicLong();
    volatile boolean isCut;

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void deliver(Push push) {
      accounted.addAndGet(push.event() instanceof MessagesLost lost ? lost.count() : 1);
    }

    @Override
    public void flush() {}

    @Override
    public void cut(Cut why) {
      isCut = true;
    }
  }
}

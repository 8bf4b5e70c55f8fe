package dev.parley.engine.topic;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.concurrent.HandCrank;
import dev.parley.message.Message;
import dev.parley.spi.Telemetry;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A reader that was away for longer than the tail reaches, of a topic that is kept in a log. */
class BacklogTest {
  private static final int KEPT = 64;
  private static final int SAID = 2_000;

  private final HandCrank crank = new HandCrank();
  private final ConnectionReader reader =
      new ConnectionReader(Talk.connection("alice"), 1024, Telemetry.NONE);
  private final Talk talk = new Talk("planning", KEPT);
  private final RecordingSink sink = new RecordingSink();
  private final List<CompletableFuture<List<Message>>> asked = new ArrayList<>();
  private int reads;
  private long oldest = 1;

  @Test
  void everything_isReadFromTheLogAndThenFromTheTail() {
    backedBy(this::logged);
    sayWhileAway();
    assertThat(sink.words()).containsExactlyElementsOf(numbers(1, SAID));
    talk.says("bob", "live");
    crank.turn();
    assertThat(sink.words()).endsWith("live").hasSize(SAID + 1);
    assertThat(reads).isEqualTo(4);
  }

  @Test
  void ownMessages_areSkippedInTheLogToo() {
    backedBy(this::logged);
    for (int n = 1; n <= 500; n++) {
      talk.says("alice", "own");
      talk.says("bob", Integer.toString(n));
    }
    attach();
    assertThat(sink.words()).containsExactlyElementsOf(numbers(1, 500));
  }

  @Test
  void whatTheLogHasNoMore_isLost() {
    backedBy(this::logged);
    oldest = 101;
    sayWhileAway();
    assertThat(sink.words())
        .containsExactlyElementsOf(
            Stream.concat(Stream.of("lost 100"), numbers(101, SAID).stream()).toList());
  }

  @Test
  void logThatHasNothing_leavesTheTail() {
    backedBy(this::logged);
    oldest = SAID + 1;
    sayWhileAway();
    assertThat(sink.words()).hasSize(KEPT + 1).startsWith("lost " + (SAID - KEPT));
  }

  @Test
  void whatWasSaidBeforeItWasKept_isLostWhereTheTailHasItNoMore() {
    talk.topic.follow(reader);
    talk.says("bob", 1, 200);
    talk.topic.backedBy(this::logged);
    oldest = 201;
    talk.says("bob", 201, 1_000);
    attach();
    assertThat(sink.words())
        .containsExactlyElementsOf(
            Stream.concat(Stream.of("lost 200"), numbers(201, 1_000).stream()).toList());
  }

  @Test
  void logThatIsAway_isReadAgainWhenItIsBack() {
    backedBy(
        (seq, limit) ->
            reads++ == 0
                ? CompletableFuture.failedFuture(new IllegalStateException("away"))
                : logged(seq, limit));
    talk.says("bob", 1, SAID);
    attach();
    assertThat(sink.words()).isEmpty();
    eventually(
        "it is read again",
        () -> {
          crank.turn();
          return sink.words().size() == SAID;
        });
  }

  @Test
  void logThatIsSlow_holdsUpNoOtherTopic() {
    backedBy(
        (seq, limit) -> {
          CompletableFuture<List<Message>> answer = new CompletableFuture<>();
          asked.add(answer);
          return answer;
        });
    Talk other = new Talk("other", KEPT);
    other.topic.follow(reader);
    talk.says("bob", 1, 100);
    attach();
    other.says("bob", "meanwhile");
    crank.turn();
    assertThat(sink.words()).containsExactly("meanwhile");
    assertThat(asked).hasSize(1);
    asked.get(0).complete(logged(0, 512).toCompletableFuture().join());
    crank.turn();
    assertThat(sink.words()).hasSize(101).endsWith("100");
  }

  @Test
  void resume_furtherBackThanTheTail_isReadFromTheLog() {
    backedBy(this::logged);
    attach();
    talk.says("bob", 1, 300);
    crank.turn();
    reader.attach(sink, OptionalLong.of(100), crank, true);
    crank.turn();
    assertThat(sink.words().subList(300, sink.words().size()))
        .containsExactlyElementsOf(numbers(101, 300));
  }

  @Test
  void followAfter_readsWhatWasSaidBeforeTheTopicWasThere() {
    talk.says("bob", 1, 1_500);
    talk.startsAnew();
    talk.topic.backedBy(this::logged);
    talk.topic.followAfter(700, reader);
    attach();
    assertThat(sink.words()).containsExactlyElementsOf(numbers(701, 1_500));
    talk.says("bob", 1_501, 1_510);
    crank.turn();
    assertThat(sink.words()).containsExactlyElementsOf(numbers(701, 1_510));
  }

  @Test
  void followAfter_whileItIsTold_meetsTheTailWithoutGapOrDouble() {
    talk.says("bob", 1, 600);
    talk.startsAnew();
    talk.topic.backedBy(
        (seq, limit) -> {
          CompletionStage<List<Message>> page = logged(seq, limit);
          if (seq + limit >= said() && reads < 8) { // right after the log's answer with its last
            talk.says("bob", said() + 1, said() + 3 * KEPT / 2);
          }
          return page;
        });
    talk.topic.followAfter(0, reader);
    attach();
    assertThat(reads).isGreaterThanOrEqualTo(8);
    assertThat(sink.words()).containsExactlyElementsOf(numbers(1, said()));
    talk.says("bob", said() + 1, said() + 5);
    crank.turn();
    assertThat(sink.words()).containsExactlyElementsOf(numbers(1, said()));
  }

  @Test
  void followAfter_whereTheLogHasLessThanTheTail_goesOnWithTheTail() {
    talk.says("bob", 1, 300);
    talk.startsAnew();
    talk.topic.backedBy(this::logged);
    oldest = Long.MAX_VALUE;
    talk.says("bob", 301, 300 + 2 * KEPT);
    talk.topic.followAfter(100, reader);
    attach();
    assertThat(reads).isEqualTo(2);
    assertThat(sink.words())
        .containsExactlyElementsOf(
            Stream.concat(Stream.of("lost 264"), numbers(301 + KEPT, 300 + 2 * KEPT).stream())
                .toList());
  }

  @Test
  void followAfter_ofWhatIsKeptInPart_beginsWithTheOldest() {
    talk.says("bob", 1, 300);
    talk.startsAnew();
    talk.topic.backedBy(this::logged);
    oldest = 201;
    talk.topic.followAfter(100, reader);
    attach();
    assertThat(sink.words()).containsExactlyElementsOf(numbers(201, 300));
  }

  @Test
  void followAfter_whatIsInTheTailAlone_isDeliveredOnceAndOwnNever() {
    talk.topic.backedBy(this::logged);
    talk.says("bob", 1, 10);
    talk.says("alice", "own");
    talk.says("bob", "last");
    talk.topic.followAfter(5, reader);
    attach();
    assertThat(sink.words()).containsExactly("6", "7", "8", "9", "10", "last");
  }

  @Test
  void resume_intoWhatWasReadBeforeTheTail_isReadAgain() {
    talk.says("bob", 1, 300);
    talk.startsAnew();
    talk.topic.backedBy(this::logged);
    talk.topic.followAfter(0, reader);
    attach();
    talk.says("bob", 301, 310);
    crank.turn();
    reader.attach(sink, OptionalLong.of(200), crank, true);
    crank.turn();
    assertThat(sink.words().subList(310, sink.words().size()))
        .containsExactlyElementsOf(numbers(201, 310));
  }

  private int said() {
    return talk.said.size();
  }

  private void backedBy(DurableLog log) {
    talk.topic.backedBy(log);
    talk.topic.follow(reader);
  }

  private void sayWhileAway() {
    talk.says("bob", 1, SAID);
    attach();
  }

  private void attach() {
    reader.attach(sink, OptionalLong.empty(), crank, true);
    crank.turn();
  }

  private CompletionStage<List<Message>> logged(long seq, int limit) {
    reads++;
    return CompletableFuture.completedFuture(
        talk.said.stream()
            .filter(message -> message.seq() > seq && message.seq() >= oldest)
            .limit(limit)
            .toList());
  }

  private static List<String> numbers(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(Integer::toString).toList();
  }
}

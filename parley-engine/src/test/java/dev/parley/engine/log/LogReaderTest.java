package dev.parley.engine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.parley.engine.concurrent.HandCrank;
import dev.parley.page.ListPage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LogReaderTest {
  private static final int PAGE = 4;

  private final HandCrank crank = new HandCrank();
  private final List<Long> passed = new ArrayList<>();
  private long last;
  private int reads;
  private boolean away;

  @Test
  void wake_passesWhatThereIsInPages_andNothingTwice() {
    LogReader<Long> reader = after(0, passed::add);
    last = 10;
    crank.turn();
    assertThat(passed).isEmpty();
    reader.wake();
    reader.wake();
    crank.turn();
    assertThat(passed).containsExactlyElementsOf(numbers(1, 10));
    assertThat(reads).isEqualTo(3);
    last = 11;
    reader.wake();
    crank.turn();
    assertThat(passed).containsExactlyElementsOf(numbers(1, 11));
  }

  @Test
  void page_thatCannotBeRead_isReadWithTheNextWake() {
    LogReader<Long> reader = after(0, passed::add);
    last = 3;
    away = true;
    reader.wake();
    crank.turn();
    assertThat(passed).isEmpty();
    away = false;
    reader.wake();
    crank.turn();
    assertThat(passed).containsExactlyElementsOf(numbers(1, 3));
  }

  @Test
  void reading_thatAnErrorEnds_hasFailed() {
    LogReader<Long> reader =
        new LogReader<>(
            0,
            after -> {
              throw new StackOverflowError("on purpose");
            },
            Long::longValue,
            passed::add,
            crank);
    assertThat(reader.hasFailed()).isFalse();
    reader.wake();
    Throwable unused = catchThrowable(crank::turn);
    assertThat(reader.hasFailed()).isTrue();
  }

  @Test
  void catchUp_readsAtOnce_whatItWasWokenFor() {
    LogReader<Long> reader = after(0, passed::add);
    last = 3;
    reader.catchUp();
    assertThat(reads).isZero();
    reader.wake();
    reader.catchUp();
    assertThat(passed).containsExactlyElementsOf(numbers(1, 3));
    crank.turn();
    assertThat(passed).containsExactlyElementsOf(numbers(1, 3));
    last = 1_000;
    reader.wake();
    reader.catchUp();
    assertThat(passed).hasSize(3 + 8 * PAGE);
    crank.turn();
    assertThat(passed).containsExactlyElementsOf(numbers(1, 1_000));
  }

  @Test
  void skipTo_passesWhatComesAfter_andNeverGoesBack() {
    LogReader<Long> reader = after(2, passed::add);
    last = 9;
    reader.skipTo(7);
    reader.skipTo(5);
    reader.wake();
    crank.turn();
    assertThat(passed).containsExactly(8L, 9L);
  }

  @Test
  void itemThatIsNotStored_comesAfterThoseThatAre_withTheNumberReached() {
    LogReader<Long> reader = after(0, passed::add);
    last = 2;
    reader.pass(reached -> -reached);
    crank.turn();
    assertThat(passed).containsExactly(1L, 2L, -2L);
  }

  @Test
  void consumerThatThrows_getsTheNext() {
    LogReader<Long> reader =
        after(
            0,
            item -> {
              passed.add(item);
              throw new IllegalArgumentException("on purpose");
            });
    last = 3;
    reader.wake();
    crank.turn();
    assertThat(passed).containsExactly(1L, 2L, 3L);
  }

  @Test
  void end_passesNothingMore() {
    List<LogReader<Long>> ended = new ArrayList<>();
    LogReader<Long> reader =
        after(
            0,
            item -> {
              passed.add(item);
              ended.forEach(LogReader::end);
            });
    ended.add(reader);
    last = 3;
    reader.wake();
    crank.turn();
    assertThat(passed).containsExactly(1L);
  }

  private LogReader<Long> after(long seq, Consumer<Long> consumer) {
    return new LogReader<>(seq, this::page, Long::longValue, consumer, crank);
  }

  private ListPage<Long> page(long after) {
    reads++;
    if (away) {
      throw new IllegalStateException("on purpose");
    }
    long to = Math.min(last, after + PAGE);
    return new ListPage<>(numbers(after + 1, to), to < last);
  }

  private static List<Long> numbers(long first, long last) {
    return LongStream.rangeClosed(first, last).boxed().toList();
  }
}

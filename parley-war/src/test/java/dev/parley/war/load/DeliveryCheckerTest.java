package dev.parley.war.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Agents 0 and 2 are in one room, 1 and 3 in the other. */
class DeliveryCheckerTest {
  private final DeliveryChecker checker = new DeliveryChecker(4, 2);

  @Test
  void messages_thatAllArriveInOrder_passTheCheck() {
    send(3);
    receive(1, 2, 3);

    assertCounts(3, 0, 0, 0);
  }

  @Test
  void message_thatIsLost_isMissing() {
    send(3);
    receive(1, 3);

    assertCounts(2, 1, 0, 0);
  }

  @Test
  void lastMessages_thatAreLost_areMissing() {
    send(3);
    receive(1);

    assertCounts(1, 2, 0, 0);
  }

  @Test
  void message_thatArrivesTwice_isDoubled() {
    send(2);
    receive(1, 1, 2, 1);

    assertCounts(2, 0, 2, 0);
  }

  @Test
  void message_thatArrivesAfterALaterOne_isOutOfOrder() {
    send(3);
    receive(1, 3, 2);

    assertCounts(3, 0, 0, 1);
  }

  @Test
  void message_thatArrivesLateAndTwice_isBoth() {
    send(2);
    receive(2, 1, 1);

    assertCounts(2, 0, 1, 1);
  }

  @Test
  void message_thatWasNotAnswered_isNotMissing_andMayArrive() {
    send(2);
    checker.uncertain(0, 3);
    receive(1, 2);
    assertCounts(2, 0, 0, 0);

    receive(3);
    assertCounts(3, 0, 0, 0);
  }

  @Test
  void message_fromBeforeARestart_thatArrivesAgain_isRepeated() {
    send(2);
    receive(1, 2);
    checker.restarted(null);
    receive(2);
    checker.sent(0, 3);
    receive(3, 3);

    assertCounts(3, 0, 1, 0);
    assertThat(checker.repeated()).isOne();
  }

  @Test
  void message_sentDuringARestart_isMissingOnlyWhereItIsKept() {
    send(1);
    receive(1);
    int[] before = checker.numbers();
    send(2);

    checker.restarted(null);
    assertThat(checker.missing()).isEqualTo(1);

    checker.restarted(before);
    assertThat(checker.missing()).isZero();
  }

  @Test
  void message_thatIsAcceptedAndNotStored_isLost_unlessItIsPruned() {
    send(6);
    checker.uncertain(0, 7);
    checker.sent(0, 8);

    assertThat(checker.lost(0, stored(1, 2, 3, 4, 5, 6, 8))).isZero();
    assertThat(checker.lost(0, stored(3, 4, 5, 6, 7, 8))).isZero();
    assertThat(checker.lost(0, stored(3, 5, 6))).isEqualTo(2);
    assertThat(checker.lost(0, stored())).isEqualTo(7);
    assertThat(checker.lost(1, stored())).isZero();
  }

  @Test
  void message_ofAnotherRoomOrOfTheReceiver_isStray() {
    checker.received(1, 0, 1);
    checker.received(0, 0, 1);

    assertThat(checker.strayed()).isEqualTo(2);
  }

  private void send(int messages) {
    for (int number = 1; number <= messages; number++) {
      checker.sent(0, number);
    }
  }

  private static BitSet stored(int... numbers) {
    return IntStream.of(numbers).collect(BitSet::new, BitSet::set, BitSet::or);
  }

  private void receive(int... numbers) {
    for (int number : numbers) {
      checker.received(2, 0, number);
    }
  }

  private void assertCounts(long delivered, long missing, long doubled, long reordered) {
    assertThat(checker.delivered()).as("delivered").isEqualTo(delivered);
    assertThat(checker.missing()).as("missing").isEqualTo(missing);
    assertThat(checker.doubled()).as("doubled").isEqualTo(doubled);
    assertThat(checker.reordered()).as("out of order").isEqualTo(reordered);
  }
}

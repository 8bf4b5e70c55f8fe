package dev.parley.war.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PooledBufferTest {

  @Test
  void add_ofAnything_isThereInOrder() {
    PooledBuffer buffer = PooledBuffer.take();
    buffer.add(ascii("id: ")).addNumber(Long.MAX_VALUE).add('\n').add(ascii("é"));
    assertThat(text(buffer)).isEqualTo("id: 9223372036854775807\n?");
    buffer.give();
  }

  @Test
  void addNumber_writesEveryDigit() {
    for (long number : new long[] {0, 1, 9, 10, 11, 99, 100, 1_000_000, Long.MAX_VALUE - 1}) {
      PooledBuffer buffer = PooledBuffer.take();
      assertThat(text(buffer.addNumber(number))).isEqualTo(Long.toString(number));
      buffer.give();
    }
  }

  @Test
  void addNumber_belowZero_isRefused() {
    PooledBuffer buffer = PooledBuffer.take();
    assertThatThrownBy(() -> buffer.addNumber(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(buffer.size()).isZero();
    buffer.give();
  }

  @Test
  void addNumber_atTheEnd_grows() {
    PooledBuffer buffer = PooledBuffer.take();
    byte[] almostFull = ascii("e".repeat(buffer.bytes().length - 1));
    buffer.add(almostFull).addNumber(12);
    assertThat(text(buffer)).endsWith("e12").hasSize(almostFull.length + 2);
    buffer.give();
  }

  @Test
  void add_pastItsSize_grows() {
    PooledBuffer buffer = PooledBuffer.take();
    byte[] event = ascii("e".repeat(50_000));
    assertThat(buffer.isFull()).isFalse();
    buffer.add(event);
    assertThat(buffer.isFull()).isTrue();
    buffer.add(event).add('.');
    assertThat(text(buffer)).isEqualTo("e".repeat(100_000) + ".");
    buffer.give();
  }

  @Test
  void take_afterGive_isEmpty() {
    for (int i = 0; i < 200; i++) {
      PooledBuffer buffer = PooledBuffer.take();
      assertThat(buffer.size()).isZero();
      buffer.add('x');
      buffer.give();
    }
  }

  @Test
  void take_twice_givesTwo() {
    PooledBuffer.take().give(); // the pool has one at least
    PooledBuffer one = PooledBuffer.take();
    PooledBuffer two = PooledBuffer.take();
    one.add('1');
    two.add('2');
    assertThat(text(one)).isEqualTo("1");
    assertThat(text(two)).isEqualTo("2");
    one.give();
    two.give();
  }

  @Test
  void give_ofMoreThanThePoolHolds_keepsNoMore() {
    List<PooledBuffer> taken = Stream.generate(PooledBuffer::take).limit(100).toList();
    taken.forEach(PooledBuffer::give);
    List<PooledBuffer> again = Stream.generate(PooledBuffer::take).limit(100).toList();
    assertThat(again).doesNotHaveDuplicates();
    assertThat(again).filteredOn(taken::contains).hasSize(64);
    again.forEach(PooledBuffer::give);
  }

  private static String text(PooledBuffer buffer) {
    return new String(buffer.bytes(), 0, buffer.size(), StandardCharsets.US_ASCII);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

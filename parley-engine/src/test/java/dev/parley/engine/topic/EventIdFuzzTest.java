package dev.parley.engine.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.concurrent.HandCrank;
import dev.parley.fuzz.FuzzContract;
import dev.parley.spi.Telemetry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * A client that comes back with any number as its last event gets every message after it once and
 * in order, as far as they are remembered, and is sent the number of those that are not.
 */
class EventIdFuzzTest extends FuzzContract {
  private static final int REMEMBERED = 16;
  private static final int MAX_STEPS = 16;

  @Override
  protected void check(byte[] input) {
    Client client = new Client();
    ByteBuffer steps = ByteBuffer.wrap(input);
    for (int step = 0; step < MAX_STEPS && steps.hasRemaining(); step++) {
      int kind = steps.get();
      if (kind >= 0) {
        client.hears(kind & 31);
      } else if (kind == -1 && steps.remaining() >= Long.BYTES) {
        client.comesBack(steps.getLong());
      } else {
        client.comesBack(client.newest() + kind + 2);
      }
    }
  }

  /** A client, and the model of what it has to get. */
  private static final class Client {
    private final HandCrank crank = new HandCrank();
    private final ConnectionReader reader =
        new ConnectionReader(Talk.connection("alice"), REMEMBERED, Telemetry.NONE);
    private final Talk talk = new Talk("planning", 256);

    /** The number of messages that the first pushes stand for, by the number of pushes. */
    private final List<Long> covered = new ArrayList<>(List.of(0L));

    private RecordingSink sink = new RecordingSink();

    Client() {
      talk.topic.follow(reader);
      reader.attach(sink, OptionalLong.empty(), crank, true);
      crank.turn();
    }

    long newest() {
      return covered.size() - 1L;
    }

    void hears(int count) {
      long before = newest();
      sink.taken.clear();
      talk.says("bob", talk.said.size() + 1, talk.said.size() + count);
      crank.turn();
      note();
      assertThat(sink.numbers()).isEqualTo(range(before + 1, before + count));
      assertThat(sink.words()).isEqualTo(newestMessages(count));
    }

    void comesBack(long last) {
      sink = new RecordingSink();
      reader.attach(sink, OptionalLong.of(last), crank, true);
      crank.turn();
      int from = (int) Math.min(Math.max(0, last), newest());
      covered.subList(from + 1, covered.size()).clear();
      long pending = talk.said.size() - covered.get(from);
      int pushes = sink.taken.size();
      assertThat(sink.begun).containsExactly((long) from);
      assertThat(sink.numbers()).isEqualTo(range(from + 1, from + pushes));
      long lost = note();
      int messages = lost > 0 ? pushes - 1 : pushes;
      List<String> words = sink.words();
      assertThat(words.subList(pushes - messages, pushes)).isEqualTo(newestMessages(messages));
      assertThat(messages + lost).isEqualTo(pending);
    }

    /** Adds what was pushed to the model; returns the number of messages that are lost. */
    private long note() {
      long lost = 0;
      for (String word : sink.words()) {
        long count = word.startsWith("lost ") ? Long.parseLong(word.substring(5)) : 0;
        lost += count;
        covered.add(covered.get(covered.size() - 1) + Math.max(1, count));
      }
      return lost;
    }

    private List<String> newestMessages(int count) {
      int said = talk.said.size();
      return range(said - count + 1L, said).stream().map(String::valueOf).toList();
    }

    private static List<Long> range(long first, long last) {
      return LongStream.rangeClosed(first, last).boxed().toList();
    }
  }
}

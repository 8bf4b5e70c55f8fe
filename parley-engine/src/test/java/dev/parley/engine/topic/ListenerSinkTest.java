package dev.parley.engine.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.concurrent.HandCrank;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.spi.Telemetry;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ListenerSinkTest {
  private final HandCrank crank = new HandCrank();
  private final ConnectionReader reader =
      new ConnectionReader(Talk.connection("alice"), 64, Telemetry.NONE);
  private final Talk talk = new Talk("planning", 64);
  private final List<String> heard = new ArrayList<>();

  @Test
  void listener_thatThrows_isToldOfTheNext() {
    listen(new IllegalStateException("on purpose"));
    assertThat(heard).containsExactly("one", "two", "three");
  }

  @Test
  void listener_thatThrowsAnError_isToldOfTheNext() {
    listen(new AssertionError("on purpose"));
    assertThat(heard).containsExactly("one", "two", "three");
  }

  private void listen(Throwable thrown) {
    reader.attach(
        new ListenerSink(
            event -> {
              heard.add(text(event));
              if (thrown instanceof Error error) {
                throw error;
              }
              throw (RuntimeException) thrown;
            }),
        OptionalLong.empty(),
        crank,
        false);
    talk.topic.follow(reader);
    talk.says("bob", "one", "two");
    crank.turn();
    talk.says("bob", "three");
    crank.turn();
  }

  private static String text(Event event) {
    return ((MessageArrived) event).message().text();
  }
}

package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EmbeddedRoomsTest {
  private static final RoomName PLANNING = RoomName.of("planning");

  @Test
  void send_betweenTwo_otherHearsAndSenderDoesNot() throws Exception {
    try (Parley parley = ParleyBuilder.builder().inMemory().build()) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      Connection bob = parley.connect(ConnectOptions.of("bob"));
      BlockingQueue<Event> heardByAlice = new LinkedBlockingQueue<>();
      BlockingQueue<Event> heardByBob = new LinkedBlockingQueue<>();
      alice.listen(heardByAlice::add);
      bob.listen(heardByBob::add);
      alice.rooms().join(PLANNING, Nickname.of("alice"));
      bob.rooms().join(PLANNING, Nickname.of("alice"));

      assertThat(alice.rooms().whoIsHere(PLANNING))
          .containsExactly(Nickname.of("alice"), Nickname.of("alice-2"));
      var receipt = alice.rooms().send(PLANNING, Body.of("hi bob"));
      MessageArrived heard = (MessageArrived) heardByBob.poll(5, TimeUnit.SECONDS);
      assertThat(heard.message().seq()).isEqualTo(1).isEqualTo(receipt.seq());
      assertThat(heard.message().text()).isEqualTo("hi bob");
      bob.rooms().send(PLANNING, Body.of("hi alice"));
      assertThat(((MessageArrived) heardByAlice.poll(5, TimeUnit.SECONDS)).message().seq())
          .isEqualTo(2);
      assertThat(heardByBob).isEmpty();
    }
  }
}

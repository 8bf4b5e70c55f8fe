package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.waiting.WaitingItem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EphemeralBodiesTest {
  private static final String BODY = "a secret nobody writes down";
  private static final String ROOM = "the-room-is-a-row";

  private static List<WaitingItem> waiting(Connection bob) {
    return bob.waitingFor(new AgentId("bob")).list(Optional.empty(), 10).items();
  }

  @Test
  void bodies_ofAnEphemeralRoom_areInNoFile(@TempDir Path directory) throws IOException {
    try (Parley parley = ParleyBuilder.builder().data(directory).rateLimit(RateLimit.OFF).build()) {
      RoomName room = RoomName.of(ROOM);
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      Connection bob = parley.connect(ConnectOptions.of("bob"));
      alice.rooms().join(room, Nickname.of("alice"));
      bob.rooms().join(room, Nickname.of("bob"));
      AtomicInteger heard = new AtomicInteger();
      bob.listen(event -> heard.incrementAndGet());
      for (int i = 0; i < 1_000; i++) {
        alice.rooms().send(room, Body.of(BODY + " " + i));
      }
      alice.rooms().send(room, Body.of("@bob @s3cretWord: " + BODY));
      eventually("all are heard", () -> heard.get() == 1_001);
      eventually("the mention is recorded", () -> waiting(bob).size() == 1);
      assertThat(waiting(bob).get(0).text()).isEmpty();
      assertThat(waiting(bob).get(0).isForEveryone()).isFalse();
      assertThat(FilesWith.text(directory, "s3cretWord")).isEmpty();
      assertThat(FilesWith.text(directory, BODY)).isEmpty();
    }
    assertThat(FilesWith.text(directory, BODY)).isEmpty();
    assertThat(FilesWith.text(directory, ROOM)).as("the search finds what is there").isNotEmpty();
  }
}

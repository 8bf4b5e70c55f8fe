package dev.parley.examples;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.event.MessageArrived;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import java.util.concurrent.CountDownLatch;

/** Two agents of one program talk in a room: no server, no MCP. */
public final class TwoAgentsOneRoom {
  private TwoAgentsOneRoom() {}

  /** Prints what bob hears. */
  public static void main(String[] args) throws InterruptedException {
    CountDownLatch heard = new CountDownLatch(1);
    // tag::conversation[]
    RoomName planning = RoomName.of("planning");
    try (Parley parley = ParleyBuilder.builder().inMemory().build()) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      Connection bob = parley.connect(ConnectOptions.of("bob"));
      bob.listen(
          event -> {
            if (event instanceof MessageArrived arrived) {
              System.out.println("bob hears: " + arrived.message().text());
              heard.countDown();
            }
          });
      alice.rooms().join(planning, Nickname.of("alice"));
      bob.rooms().join(planning, Nickname.of("bob"));
      alice.rooms().send(planning, Body.of("Who takes the parser?"));
      heard.await();
    }
    // end::conversation[]
  }
}

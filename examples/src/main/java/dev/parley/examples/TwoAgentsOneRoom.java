package dev.parley.examples;

import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.agent.Introduction;
import dev.parley.engine.Engine;
import dev.parley.event.MessageArrived;
import dev.parley.message.Body;
import dev.parley.room.Nickname;
import dev.parley.room.RoomName;
import java.util.concurrent.CountDownLatch;

/** Two agents of one program talk in a room: no server, no MCP. */
public final class TwoAgentsOneRoom {
  private TwoAgentsOneRoom() {}

  /** Prints what bob hears. */
  public static void main(String[] args) throws InterruptedException {
    CountDownLatch heard = new CountDownLatch(1);
    // tag::conversation[]
    RoomName planning = RoomName.of("planning");
    try (Parley parley = Engine.builder().inMemory().build()) {
      Connection alice = parley.connect(Introduction.of("alice"));
      Connection bob = parley.connect(Introduction.of("bob"));
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

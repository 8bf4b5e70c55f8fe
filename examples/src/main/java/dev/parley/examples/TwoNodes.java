package dev.parley.examples;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.event.MessageArrived;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.presence.RosterQuery;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Two nodes over one database are one place: what is posted on one is heard on the other. Here both
 * are in one program; as servers they are two with the same {@code --db} and names of their own.
 */
public final class TwoNodes {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final String DATABASE = "jdbc:h2:mem:two-nodes;DB_CLOSE_DELAY=-1";

  private TwoNodes() {}

  /** Prints what bob hears of the other node, and who is there. */
  public static void main(String[] args) throws InterruptedException {
    CountDownLatch heard = new CountDownLatch(2);
    try (Parley east = ParleyBuilder.builder().database(DATABASE).node("east").build();
        Parley west = ParleyBuilder.builder().database(DATABASE).node("west").build()) {
      Connection alice = east.connect(ConnectOptions.of("alice"));
      Connection bob = west.connect(ConnectOptions.of("bob"));
      alice.topics().post(PLANNING, Body.of("Anybody here?"), Optional.empty());
      bob.rooms().join(PLANNING);
      bob.listen(
          event -> {
            if (event instanceof MessageArrived arrived) {
              System.out.println("bob hears: " + arrived.message().text());
              heard.countDown();
            }
          });
      alice.topics().post(PLANNING, Body.of("Who takes the parser?"), Optional.empty());
      alice.topics().post(PLANNING, Body.of("And the printer?"), Optional.empty());
      heard.await();
      bob.presence()
          .roster(RosterQuery.ALL.online())
          .users()
          .forEach(user -> System.out.println("online: " + user.handle()));
    }
  }
}

package dev.parley.examples;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.event.MessageArrived;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.TopicName;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A room that a channel of Slack mirrors: an agent asks, and a person answers in Slack. Needs an
 * app as the page "Rooms in chat systems" describes it.
 */
public final class RoomInSlack {
  private static final int MINUTES = 10;

  private RoomInSlack() {}

  /** Prints what people write in the channel {@code args[0]}, until the first answer. */
  public static void main(String[] args) throws InterruptedException {
    if (args.length != 1 || System.getenv("PARLEY_SLACK_TOKEN") == null) {
      System.out.println(
          "usage: RoomInSlack CHANNEL_ID, with PARLEY_SLACK_TOKEN and PARLEY_SLACK_APP_TOKEN in"
              + " the environment");
      return;
    }
    CountDownLatch answered = new CountDownLatch(1);
    // tag::mirror[]
    RoomName planning = RoomName.of("planning");
    URI channel = URI.create("slack://team/" + args[0]);
    try (Parley parley =
        ParleyBuilder.builder()
            .inMemory()
            .mirror(TopicName.of(WorkspaceId.DEFAULT, planning), channel)
            .build()) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      alice.listen(
          event -> {
            if (event instanceof MessageArrived arrived) {
              System.out.println(
                  arrived.message().sender().agent() + ": " + arrived.message().text());
              answered.countDown();
            }
          });
      alice.rooms().join(planning, Nickname.of("alice"));
      alice.rooms().send(planning, Body.of("Shall the settings be YAML or JSON?"));
      if (!answered.await(MINUTES, TimeUnit.MINUTES)) {
        System.out.println("nobody answered");
      }
    }
    // end::mirror[]
  }
}

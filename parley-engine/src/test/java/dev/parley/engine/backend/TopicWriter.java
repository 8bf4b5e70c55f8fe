package dev.parley.engine.backend;

import dev.parley.engine.persistence.DatabaseUnusable;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import java.io.IOException;

/**
 * A process that posts to a topic, one message after the other, and says each as soon as it is
 * acknowledged. It begins when its input ends or brings a byte.
 */
final class TopicWriter {
  static final int POSTS = 25;
  static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("processes"));

  private TopicWriter() {}

  /** Arguments: the address of the store, the writer's name. */
  public static void main(String[] arguments) throws IOException {
    String name = arguments[1];
    Sender sender = new Sender(new AgentId(name), Nickname.of(name), new ConnectionId(name));
    try (SharedStore store = SharedStore.at(arguments[0])) {
      System.out.println("ready");
      int unused = System.in.read();
      for (int i = 0; i < POSTS; i++) {
        MessageDraft draft = MessageDraft.of(TOPIC, sender, Body.of(text(name, i)));
        System.out.println(said(store.backend().post(draft).message()));
      }
    } catch (DatabaseUnusable refused) {
      System.out.println(refused.getMessage());
    }
  }

  static String text(String name, int number) {
    return name + ":" + number;
  }

  /** What a writer says of a message of its own. */
  static String said(Message message) {
    return message.seq() + " " + message.id().value() + " " + message.text();
  }
}

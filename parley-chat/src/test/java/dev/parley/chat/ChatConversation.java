package dev.parley.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatEmulation.Seen;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A conversation of two agents and a person, as both sides read it. */
final class ChatConversation {
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), ConnectionId.of("c1", true));
  private static final Sender BOB =
      new Sender(new AgentId("bob"), Nickname.of("bobby"), new ConnectionId("c2"));
  private static final String MARKDOWN =
      """
      **Decided:** JSON, read by `Parser.parse()`:
      - one file for each *module*
      - no tabs

      See [the notes](https://example.org/notes).\
      """;

  private final ChatBackend backend;
  private final ChatEmulation emulation;
  private final TopicName topic;
  private final ChatPushes pushes;
  private final List<Message> messages = new ArrayList<>();

  ChatConversation(ChatBackend backend, ChatEmulation emulation, TopicName topic) {
    this.backend = backend;
    this.emulation = emulation;
    this.topic = topic;
    this.pushes = ChatPushes.of(backend, topic, Optional.empty());
  }

  /** An agent asks, a person answers, and another agent answers the person. */
  void ask() throws InterruptedException {
    backend.post(MessageDraft.of(topic, ALICE, Body.of("YAML or JSON for the settings?")));
    messages.add(pushes.next().message());
    String asked = emulation.room(topic).get(0).id();
    emulation.write(topic, "zoe", "JSON, please. Why?", Optional.of(asked));
    Message answer = pushes.next().message();
    messages.add(answer);
    Body because = Body.of("It is what `parser.ts` reads.");
    backend.post(new MessageDraft(topic, BOB, because, Optional.of(answer.id())));
    messages.add(pushes.next().message());
  }

  /** An agent answers what the person has written last, with Markdown. */
  void decide() throws InterruptedException {
    messages.add(pushes.next().message());
    backend.post(MessageDraft.of(topic, ALICE, Body.of(MARKDOWN)));
    messages.add(pushes.next(MARKDOWN).message());
  }

  /** Prints both sides. */
  void print(ChatFigureLines lines) {
    List<Seen> room = emulation.room(topic);
    lines.print("the room, as people see it:");
    List<String> ids = room.stream().map(Seen::id).toList();
    for (Seen seen : room) {
      String answered = seen.inReplyTo().map(id -> ", in reply to " + number(ids, id)).orElse("");
      lines.print(number(ids, seen.id()) + " " + seen.author() + answered, seen.text());
    }
    lines.print("the messages, as agents get them:");
    List<MessageId> known = messages.stream().map(Message::id).toList();
    for (Message message : messages) {
      Sender sender = message.sender();
      String answered =
          message.draft().inReplyTo().map(id -> ", in_reply_to " + number(known, id)).orElse("");
      lines.print(
          number(known, message.id())
              + " "
              + sender.agent()
              + ", nickname "
              + sender.nickname()
              + (sender.isVerified() ? ", verified" : "")
              + answered,
          message.text());
    }
    pushes.assertNoMore();
    assertThat(room).hasSameSizeAs(messages);
  }

  private static <T> String number(List<T> ids, T id) {
    int index = ids.indexOf(id);
    return index < 0 ? String.valueOf(id) : Integer.toString(index + 1);
  }
}

package dev.parley.chat;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Parley with rooms that a chat system mirrors. */
class MirroredParleyTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final RoomName REVIEW = RoomName.of("review");
  private static final RoomName PRIVATE = RoomName.of("private");

  private final FakeChat chat = new FakeChat(true);

  @TempDir private Path data;

  private Parley start(String name) {
    FakeChatProvider.add(name, chat);
    return ParleyBuilder.builder()
        .data(data)
        .mirror(topic(PLANNING), URI.create("fake://" + name))
        .mirror(topic(REVIEW), URI.create("fake://" + name))
        .build();
  }

  private static TopicName topic(RoomName room) {
    return TopicName.of(WorkspaceId.DEFAULT, room);
  }

  private List<String> there(RoomName room) {
    return chat.room(topic(room)).stream().map(ChatEmulation.Seen::text).toList();
  }

  private static Queue<String> listen(Connection agent) {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    agent.listen(
        event -> {
          if (event instanceof MessageArrived arrived) {
            heard.add(arrived.message().sender().agent() + ": " + arrived.message().text());
          }
        });
    return heard;
  }

  @Test
  void agentAndPerson_talkAcrossTheMirror() {
    try (Parley parley = start("talk")) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      Queue<String> heard = listen(alice);
      alice.rooms().join(PLANNING, Nickname.of("ally"));
      eventually("the system is open", () -> chat.logins() == 1);
      alice.rooms().send(PLANNING, Body.of("YAML or JSON?"));
      eventually("people see it", () -> there(PLANNING).size() == 1);
      chat.write(topic(PLANNING), "zoe", "YAML", Optional.empty());
      eventually("alice gets the answer", () -> heard.size() == 1);
      assertThat(there(PLANNING)).containsExactly("**ally (alice):** YAML or JSON?", "YAML");
      assertThat(heard).containsExactly("fake.zoe: YAML");
    }
  }

  @Test
  void oneLogin_mirrorsItsRooms_andNoOther() {
    try (Parley parley = start("rooms")) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      for (RoomName room : List.of(PLANNING, REVIEW, PRIVATE)) {
        alice.rooms().join(room, Nickname.of("alice"));
        alice.rooms().send(room, Body.of("in " + room));
      }
      eventually("planning is there", () -> there(PLANNING).size() == 1);
      eventually("review is there", () -> there(REVIEW).size() == 1);
      chat.write(topic(PRIVATE), "zoe", "of no mirror", Optional.empty());
      chat.write(topic(REVIEW), "zoe", "of a mirror", Optional.empty());
      eventually("it is here", () -> here(alice, REVIEW).size() == 2);
      assertThat(chat.logins()).isEqualTo(1);
      assertThat(there(PRIVATE)).containsExactly("of no mirror");
      assertThat(here(alice, PRIVATE)).isEmpty();
    }
  }

  @Test
  void restart_goesOnWithTheFirstThatWasNotSent() {
    try (Parley parley = start("restart")) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      alice.topics().post(PLANNING, Body.of("one"), Optional.empty());
      eventually("it is there", () -> there(PLANNING).size() == 1);
      chat.away(true);
      chat.cut();
      alice.topics().post(PLANNING, Body.of("two"), Optional.empty());
    }
    chat.write(topic(PLANNING), "zoe", "three", Optional.empty());
    chat.away(false);
    try (Parley parley = start("restart")) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      eventually("all are there", () -> there(PLANNING).size() == 3);
      eventually("all are here", () -> here(alice, PLANNING).size() == 3);
      assertThat(there(PLANNING)).containsExactly("**alice ~:** one", "three", "**alice ~:** two");
      assertThat(here(alice, PLANNING)).containsExactly("one", "two", "three");
    }
  }

  private static List<String> here(Connection agent, RoomName room) {
    return agent.topics().fetchRecent(room, Optional.empty(), 100).messages().stream()
        .map(stored -> stored.message().text())
        .toList();
  }
}

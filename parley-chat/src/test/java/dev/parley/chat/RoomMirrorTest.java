package dev.parley.chat;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.backend.jpa.JpaBackend;
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
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A room and its mirror, in a system with envelopes and in one without. */
class RoomMirrorTest {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));
  private static final ChatSettings QUICK =
      new ChatSettings(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofMillis(20));

  private final LogDatabase database = new LogDatabase();
  private final JpaBackend room = database.log();
  private FakeChat chat;
  private ChatMirrors mirror;

  @BeforeEach
  void open() {
    room.connect();
  }

  @AfterEach
  void close() {
    mirror.close();
    room.disconnect();
    database.close();
  }

  private void start(boolean hasEnvelopes) {
    if (chat == null) {
      chat = new FakeChat(hasEnvelopes);
    }
    mirror = new ChatMirrors(chat.system(), Set.of(TOPIC), room, QUICK);
    mirror.start();
  }

  private void say(String text) {
    room.post(MessageDraft.of(TOPIC, ALICE, Body.of(text)));
  }

  private List<String> here() {
    return room.fetchAfter(TOPIC, Optional.empty(), 1_000).messages().stream()
        .map(stored -> stored.message().text())
        .toList();
  }

  private List<String> there() {
    return chat.room(TOPIC).stream().map(ChatEmulation.Seen::text).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bothSides_haveEachMessageOnce(boolean hasEnvelopes) {
    say("before the mirror");
    start(hasEnvelopes);
    eventually("it is open", () -> chat.logins() == 1);
    say("one");
    eventually("it is there", () -> there().size() == 1);
    String asked = chat.room(TOPIC).get(0).id();
    chat.write(TOPIC, "zoe", "two", Optional.of(asked));
    eventually("it is here", () -> here().size() == 3);
    say("three");
    eventually("all are there", () -> there().size() == 3);
    assertThat(here()).containsExactly("before the mirror", "one", "two", "three");
    assertThat(there()).containsExactly("**alice:** one", "two", "**alice:** three");
    List<Message> messages =
        room.fetchAfter(TOPIC, Optional.empty(), 10).messages().stream()
            .map(stored -> stored.message())
            .toList();
    assertThat(messages.get(2).sender().agent().value()).isEqualTo("fake.zoe");
    assertThat(messages.get(2).draft().inReplyTo()).contains(messages.get(1).id());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void outageAndRestart_leaveBothSidesWhole(boolean hasEnvelopes) {
    start(hasEnvelopes);
    eventually("it is open", () -> chat.logins() == 1);
    say("0");
    eventually("it is there", () -> there().size() == 1);
    chat.away(true);
    chat.cut();
    for (int i = 1; i <= 20; i++) {
      say(Integer.toString(i));
    }
    chat.write(TOPIC, "zoe", "of zoe", Optional.empty());
    mirror.close();
    start(hasEnvelopes);
    say("21");
    chat.away(false);
    eventually("all are there", () -> there().size() == 23);
    eventually("all are here", () -> here().size() == 23);
    assertThat(new HashSet<>(here())).hasSize(23);
    assertThat(new HashSet<>(there())).hasSize(23);
    assertThat(there().stream().filter(text -> text.startsWith("**")).toList())
        .isEqualTo(
            here().stream()
                .filter(text -> !text.startsWith("of"))
                .map(text -> "**alice:** " + text)
                .toList());
  }

  @Test
  void firstStart_duringAnOutage_sendsWhatWasSaidSince() {
    say("before the mirror");
    chat = new FakeChat(true);
    chat.away(true);
    start(true);
    say("one");
    mirror.close();
    start(true);
    say("two");
    chat.away(false);
    eventually("both are there", () -> there().size() >= 2);
    assertThat(there()).containsExactly("**alice:** one", "**alice:** two");
  }
}

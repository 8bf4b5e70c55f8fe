package dev.parley.chat;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import dev.parley.spi.BackendContext;
import dev.parley.spi.BackendProvider;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Retention;
import java.net.URI;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** A short conversation with the real systems at the addresses in {@code PARLEY_LIVE_CHAT}. */
@Tag("chat")
class LiveChatTest {
  private static final String ADDRESSES = "PARLEY_LIVE_CHAT";
  private static final TopicName ROOM = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("live"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));

  @TestFactory
  Stream<DynamicTest> systems_ofTheEnvironment_holdAConversation() {
    String addresses = Optional.ofNullable(System.getenv(ADDRESSES)).orElse("");
    assumeTrue(!addresses.isBlank(), ADDRESSES + " names no real chat systems");
    return Arrays.stream(addresses.strip().split("\\s+", -1))
        .map(URI::create)
        .map(
            address ->
                DynamicTest.dynamicTest(address.getScheme(), () -> holdsAConversation(address)));
  }

  private static void holdsAConversation(URI address) {
    try (LogDatabase database = new LogDatabase()) {
      MessageBackend backend =
          provider(address)
              .durable(
                  address,
                  new BackendContext(
                      InstantSource.system(), topic -> 0, Retention.EVERYTHING, database.log()));
      backend.connect();
      try {
        Queue<Message> pushed = new ConcurrentLinkedQueue<>();
        backend.follow(ROOM, Optional.empty(), stored -> pushed.add(stored.message()));
        Message first = post(backend, "Is this room live?", Optional.empty());
        Message second = post(backend, "It is: *two* messages & a reply.", Optional.of(first));
        eventually("both are pushed", () -> pushed.size() >= 2);
        backend.disconnect();
        backend.connect();
        assertThat(backend.fetchAfter(ROOM, Optional.empty(), 1_000).messages())
            .extracting(stored -> stored.message())
            .containsSubsequence(List.copyOf(pushed));
        assertThat(pushed).extracting(Message::id).containsSequence(first.id(), second.id());
        assertThat(second.draft().inReplyTo()).contains(first.id());
      } finally {
        backend.disconnect();
      }
    }
  }

  private static Message post(MessageBackend backend, String text, Optional<Message> answered) {
    return backend
        .post(new MessageDraft(ROOM, ALICE, Body.of(text), answered.map(Message::id)))
        .message();
  }

  private static BackendProvider provider(URI address) {
    return ServiceLoader.load(BackendProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.schemes().contains(address.getScheme()))
        .findFirst()
        .orElseThrow();
  }
}

package dev.parley.engine.backend.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));

  private final InMemoryBackend backend = InMemoryBackendTest.keeping(4);

  @BeforeEach
  void connect() {
    backend.connect();
  }

  @Test
  void post_pastWhatIsKept_letsTheOldestGo() {
    StoredMessage first = post();
    for (int i = 2; i <= 10; i++) {
      post();
    }
    assertThat(seqs(fetch(Optional.of(first)))).containsExactly(7L, 8L, 9L, 10L);
    assertThat(seqs(fetch(Optional.empty()))).containsExactly(7L, 8L, 9L, 10L);
  }

  private StoredMessage post() {
    return backend.post(MessageDraft.of(TOPIC, ALICE, Body.of("m")));
  }

  private MessagePage fetch(Optional<StoredMessage> after) {
    return backend.fetchAfter(TOPIC, after.map(StoredMessage::cursor), 100);
  }

  private static List<Long> seqs(MessagePage page) {
    return page.messages().stream().map(stored -> stored.message().seq()).toList();
  }
}

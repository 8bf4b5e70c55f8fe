package dev.parley.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a store promises that keeps its messages and knows the cursor of any position. */
public abstract class IndexedBackendContract extends IdempotentPostsContract {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("indexed"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));

  @Test
  final void cursorOfAnyPosition_isRightAfterIt() throws Exception {
    MessageBackend backend = newBackend();
    backend.connect();
    try {
      List<StoredMessage> all =
          IntStream.range(0, 5)
              .mapToObj(i -> backend.post(MessageDraft.of(TOPIC, ALICE, Body.of("m" + i))))
              .toList();
      for (int i = 0; i < all.size(); i++) {
        Cursor after = ((SeekableBackend) backend).cursorAfter(TOPIC, all.get(i).message().seq());
        assertThat(backend.fetchAfter(TOPIC, Optional.of(after), 10).messages())
            .extracting(StoredMessage::message)
            .containsExactlyElementsOf(
                all.subList(i + 1, all.size()).stream().map(StoredMessage::message).toList());
      }
    } finally {
      backend.disconnect();
    }
  }
}

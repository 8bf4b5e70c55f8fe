package dev.parley.engine.backend.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.backend.RecentKeys;
import dev.parley.engine.id.Ulids;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.IdempotentPostsContract;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class InMemoryBackendTest extends IdempotentPostsContract {

  @Test
  void keysOfATopic_asManyAsAreKnown_areKnownAndTheOldestGoesWithOneMore() {
    InMemoryBackend backend = newBackend();
    backend.connect();
    StoredMessage first = backend.post(draft("alice", "c1", "m"), new IdempotencyKey("0"));
    for (int i = 1; i < RecentKeys.MAX_KEYS; i++) {
      backend.post(draft("alice", "c1", "m"), new IdempotencyKey("" + i));
    }
    assertThat(backend.post(draft("alice", "c1", "m"), new IdempotencyKey("0"))).isEqualTo(first);
    backend.post(draft("alice", "c1", "m"), new IdempotencyKey("one more"));
    assertThat(backend.post(draft("alice", "c1", "m"), new IdempotencyKey("0")).message().seq())
        .isEqualTo(RecentKeys.MAX_KEYS + 2);
    backend.disconnect();
  }

  @Override
  protected InMemoryBackend newBackend() {
    return keeping(MAX_POSTS);
  }

  @Override
  protected Cursor cursorOf(StoredMessage other, long seq, MessageId id) {
    return LogPosition.after(other.cursor().value().split("-", -1)[0], seq, id);
  }

  /** A backend that counts each topic from 1. */
  static InMemoryBackend keeping(int kept) {
    Map<TopicName, Long> numbers = new ConcurrentHashMap<>();
    return new InMemoryBackend(
        topic -> numbers.merge(topic, 1L, Long::sum),
        Ulids::nextMessage,
        InstantSource.system(),
        kept);
  }
}

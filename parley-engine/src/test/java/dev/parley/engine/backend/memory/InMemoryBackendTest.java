package dev.parley.engine.backend.memory;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.parley.engine.backend.LogPosition;
import dev.parley.message.Cursor;
import dev.parley.message.MessageId;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackendContract;
import dev.parley.spi.Stored;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class InMemoryBackendTest extends MessageBackendContract {

  @Override
  protected InMemoryBackend newBackend() {
    return keeping(MOST_POSTS);
  }

  @Override
  protected Cursor cursorOf(Stored other, long seq, MessageId id) {
    return LogPosition.after(other.cursor().value().split("-", -1)[0], seq, id);
  }

  /** A backend that counts each topic from 1. */
  static InMemoryBackend keeping(int kept) {
    Map<TopicName, Long> numbers = new ConcurrentHashMap<>();
    return new InMemoryBackend(
        topic -> numbers.merge(topic, 1L, Long::sum),
        () -> new MessageId(UlidCreator.getMonotonicUlid().toString()),
        InstantSource.system(),
        kept);
  }
}

package dev.parley.engine;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.parley.id.MessageId;

/** Creates message ids that sort by the time of their creation: monotonic ULIDs. */
final class MessageIds {
  private MessageIds() {}

  static MessageId next() {
    return new MessageId(UlidCreator.getMonotonicUlid().toString());
  }
}

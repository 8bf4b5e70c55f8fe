package dev.parley.engine.backend.memory;

import dev.parley.engine.backend.KeyedPosts;
import dev.parley.engine.backend.LogPosition;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.StoredMessage;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The last posts of one topic that had idempotency keys. Used under the topic's lock. */
final class FirstPosts {
  private record Name(AgentId agent, IdempotencyKey key) {}

  private record First(MessageId id, long seq, Instant sentAt, String digest) {}

  private final Map<Name, First> firsts = new LinkedHashMap<>();
  private final String log;

  /** No posts to the log {@code log}. */
  FirstPosts(String log) {
    this.log = log;
  }

  /**
   * The earlier post of the same agent under {@code key}.
   *
   * @throws dev.parley.problem.ParleyException {@code key_reused} where it has other content
   */
  Optional<StoredMessage> find(MessageDraft draft, IdempotencyKey key) {
    First first = firsts.get(name(draft, key));
    if (first == null) {
      return Optional.empty();
    }
    KeyedPosts.refuseOther(key, first.id(), first.digest().equals(KeyedPosts.contentDigest(draft)));
    Message message = draft.accepted(first.id(), first.seq(), first.sentAt());
    return Optional.of(new StoredMessage(message, LogPosition.after(log, message)));
  }

  /** Remembers {@code message} under {@code key}, and forgets the oldest past {@code most}. */
  void add(Message message, IdempotencyKey key, int most) {
    firsts.put(
        name(message.draft(), key),
        new First(
            message.id(),
            message.seq(),
            message.sentAt(),
            KeyedPosts.contentDigest(message.draft())));
    if (firsts.size() > most) {
      firsts.remove(firsts.keySet().iterator().next());
    }
  }

  private static Name name(MessageDraft draft, IdempotencyKey key) {
    return new Name(draft.sender().agent(), key);
  }
}

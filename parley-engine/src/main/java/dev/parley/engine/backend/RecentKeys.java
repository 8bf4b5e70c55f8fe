package dev.parley.engine.backend;

import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The most recent posts of one topic that had idempotency keys, at most {@value #MAX_KEYS}. Used
 * under the topic's lock.
 */
public final class RecentKeys {
  /** The maximum number of keys known of a topic. */
  public static final int MAX_KEYS = 1_000;

  private record Name(AgentId agent, IdempotencyKey key) {}

  private record First(MessageId id, long seq, Instant sentAt, String digest) {}

  private final Map<Name, First> firsts = new LinkedHashMap<>();

  /**
   * Returns the earlier post of the same agent under {@code key}.
   *
   * @throws dev.parley.problem.ParleyException {@code key_reused} where it has other content
   */
  public Optional<Message> find(MessageDraft draft, IdempotencyKey key) {
    First first = firsts.get(name(draft, key));
    if (first == null) {
      return Optional.empty();
    }
    PostIdempotency.refuseOther(
        key, first.id(), first.digest().equals(PostIdempotency.contentDigest(draft)));
    return Optional.of(draft.accepted(first.id(), first.seq(), first.sentAt()));
  }

  /** Remembers {@code message} under {@code key}; past the maximum, it forgets the oldest. */
  public void add(Message message, IdempotencyKey key) {
    firsts.put(
        name(message.draft(), key),
        new First(
            message.id(),
            message.seq(),
            message.sentAt(),
            PostIdempotency.contentDigest(message.draft())));
    if (firsts.size() > MAX_KEYS) {
      firsts.remove(firsts.keySet().iterator().next());
    }
  }

  private static Name name(MessageDraft draft, IdempotencyKey key) {
    return new Name(draft.sender().agent(), key);
  }
}

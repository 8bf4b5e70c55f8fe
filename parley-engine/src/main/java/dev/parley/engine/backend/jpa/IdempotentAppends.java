package dev.parley.engine.backend.jpa;

import dev.parley.engine.backend.PostIdempotency;
import dev.parley.engine.backend.jpa.TopicLog.Post;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Posts some of which have idempotency keys: a repeat is answered with its first post, and the rest
 * is appended. No two threads of a node append to one topic at a time; where another node was first
 * under a key, the primary key of the keys refuses the append, and the rows are read again. An
 * append that is refused after that has another cause, or another node was first once more.
 */
final class IdempotentAppends {
  private static final int ATTEMPTS = 2;

  private final TopicName topic;
  private final String key;
  private final TopicRows rows;

  /** The posts to the topic {@code topic} of key {@code key}. */
  IdempotentAppends(TopicName topic, String key, TopicRows rows) {
    this.topic = topic;
    this.key = key;
    this.rows = rows;
  }

  /**
   * Answers what was posted before, and has {@code append} take the rest.
   *
   * @throws ConstraintViolated where the database refuses one of the posts in every attempt
   */
  void appendOnce(List<Post> posts, Consumer<List<Post>> append) {
    for (int left = ATTEMPTS; ; left--) {
      List<Post> fresh = new ArrayList<>();
      List<Post> repeats = new ArrayList<>();
      for (Post post : posts) {
        if (first(post, fresh) != null) {
          repeats.add(post);
        } else if (!wasPostedBefore(post)) {
          fresh.add(post);
        }
      }
      try {
        if (!fresh.isEmpty()) {
          append.accept(fresh);
        }
        repeats.forEach(post -> answer(post, messageOf(post, fresh)));
        return;
      } catch (ConstraintViolated anotherNodeWasFirst) {
        if (left == 1) {
          throw anotherNodeWasFirst;
        }
      }
    }
  }

  private static @Nullable Post first(Post post, List<Post> fresh) {
    return fresh.stream()
        .filter(one -> one.entry().hasKeyOf(post.entry()))
        .findFirst()
        .orElse(null);
  }

  private static Message messageOf(Post post, List<Post> fresh) {
    return Objects.requireNonNull(Objects.requireNonNull(first(post, fresh)).message());
  }

  private boolean wasPostedBefore(Post post) {
    IdempotencyKey once = post.entry().key();
    if (once == null) {
      return false;
    }
    Message earlier = rows.under(topic, key, post.entry().draft().sender().agent(), once);
    if (earlier != null) {
      rows.confirm();
      answer(post, earlier);
    }
    return earlier != null;
  }

  private static void answer(Post post, Message first) {
    MessageDraft draft = post.entry().draft();
    try {
      PostIdempotency.refuseOther(
          Objects.requireNonNull(post.entry().key()),
          first.id(),
          PostIdempotency.areSame(first.draft(), draft));
      post.answer(draft.accepted(first.id(), first.seq(), first.sentAt()));
    } catch (ParleyException other) {
      post.refuse(other);
    }
  }
}

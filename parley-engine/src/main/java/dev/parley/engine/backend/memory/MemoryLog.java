package dev.parley.engine.backend.memory;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.parley.engine.backend.LogPosition;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One topic in memory. Its lock is where the order is made. */
final class MemoryLog {
  private final ArrayDeque<StoredMessage> recent = new ArrayDeque<>();
  private final List<Follower> followers = new CopyOnWriteArrayList<>();
  private final TopicName topic;
  private final int kept;
  private final String id = UlidCreator.getMonotonicUlid().toString();
  private final FirstPosts firsts = new FirstPosts(id);
  private long last;

  MemoryLog(TopicName topic, int kept) {
    this.topic = topic;
    this.kept = kept;
  }

  synchronized StoredMessage append(Supplier<Message> next) {
    Message message = next.get();
    StoredMessage stored = new StoredMessage(message, LogPosition.after(id, message));
    last = message.seq();
    if (recent.size() == kept) {
      recent.removeFirst();
    }
    recent.addLast(stored);
    for (Follower follower : followers) {
      follower.tell(stored);
    }
    return stored;
  }

  /** Appends as {@link #append(Supplier)}, unless the agent posted under {@code key} before. */
  synchronized StoredMessage append(
      MessageDraft draft, IdempotencyKey key, Supplier<Message> next, int keys) {
    Optional<StoredMessage> earlier = firsts.find(draft, key);
    if (earlier.isPresent()) {
      return earlier.get();
    }
    StoredMessage stored = append(next);
    firsts.add(stored.message(), key, keys);
    return stored;
  }

  void follow(Follower follower) {
    followers.add(follower);
  }

  void unfollow(Follower follower) {
    followers.remove(follower);
  }

  boolean isFollowed() {
    return !followers.isEmpty();
  }

  /** Waits for an append under way, so that no follower is called afterwards. */
  synchronized void endSubscriptions() {
    followers.clear();
  }

  synchronized MessagePage after(Optional<Cursor> after, int limit) {
    if (limit < 1) {
      throw InvalidArgument.refusal("limit", "it must be 1 or more");
    }
    List<StoredMessage> later = after.isPresent() ? following(after.get()) : List.copyOf(recent);
    boolean all = later.size() <= limit;
    List<StoredMessage> page;
    if (all) {
      page = later;
    } else if (after.isPresent()) {
      page = later.subList(0, limit);
    } else {
      page = later.subList(later.size() - limit, later.size());
    }
    Cursor next =
        page.isEmpty() ? after.orElseGet(LogPosition::start) : page.get(page.size() - 1).cursor();
    return new MessagePage(page, next, !all && after.isPresent());
  }

  private List<StoredMessage> following(Cursor cursor) {
    LogPosition position = LogPosition.in(topic, id, cursor);
    position.checkIsWithin(last);
    List<StoredMessage> later = new ArrayList<>();
    for (StoredMessage stored : recent) {
      Message message = stored.message();
      if (message.seq() > position.seq()) {
        later.add(stored);
      } else if (message.seq() == position.seq()) {
        position.checkIsAfter(message.id());
      }
    }
    return later;
  }

  /** One subscription: the same consumer may follow twice. */
  static final class Follower {
    private final Consumer<StoredMessage> consumer;

    Follower(Consumer<StoredMessage> consumer) {
      this.consumer = consumer;
    }

    private void tell(StoredMessage stored) {
      try {
        consumer.accept(stored);
      } catch (RuntimeException e) {
        System.getLogger(MemoryLog.class.getName())
            .log(
                System.Logger.Level.ERROR, "A follower failed; it is told of the next message.", e);
      }
    }
  }
}

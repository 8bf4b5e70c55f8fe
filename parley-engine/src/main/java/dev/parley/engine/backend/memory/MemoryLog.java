package dev.parley.engine.backend.memory;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.backend.RecentKeys;
import dev.parley.engine.concurrent.ListenerCalls;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.log.Followers;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One topic in memory. Its lock is where the order is made. */
final class MemoryLog {
  private final ArrayDeque<StoredMessage> recent = new ArrayDeque<>();
  private final Followers followers = new Followers();
  private final TopicName topic;
  private final int kept;
  private final String id = Ulids.next();
  private final RecentKeys keys = new RecentKeys();
  private long last;

  MemoryLog(TopicName topic, int kept) {
    this.topic = topic;
    this.kept = kept;
  }

  synchronized StoredMessage append(Supplier<Message> next) {
    StoredMessage stored = stored(next.get());
    last = stored.message().seq();
    if (recent.size() == kept) {
      recent.removeFirst();
    }
    recent.addLast(stored);
    followers.pass(stored);
    return stored;
  }

  private StoredMessage stored(Message message) {
    return new StoredMessage(message, LogPosition.after(id, message));
  }

  /** Appends as {@link #append(Supplier)}, unless the agent posted under {@code key} before. */
  synchronized StoredMessage append(
      MessageDraft draft, IdempotencyKey key, Supplier<Message> next) {
    Optional<Message> earlier = keys.find(draft, key);
    if (earlier.isPresent()) {
      return stored(earlier.get());
    }
    StoredMessage stored = append(next);
    keys.add(stored.message(), key);
    return stored;
  }

  /** Passes the messages after {@code from} to {@code follower}, or from now on. */
  synchronized Subscription follow(Optional<Cursor> from, Consumer<StoredMessage> follower) {
    from.map(this::following)
        .ifPresent(earlier -> earlier.forEach(stored -> ListenerCalls.pass(stored, follower)));
    return followers.add(follower, last);
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
}

package dev.parley.engine.log;

import dev.parley.engine.concurrent.ListenerCalls;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The followers of one topic. Each gets the messages after the number it follows from. A follower
 * that throws gets the next message as usual.
 *
 * <p>The topic's owner calls {@link #pass} from one thread at a time.
 */
public final class Followers {
  /** One subscription: the same consumer may follow twice. */
  private final class Follower implements Subscription {
    private final Consumer<StoredMessage> consumer;
    private volatile long after;
    private volatile boolean open = true;

    Follower(Consumer<StoredMessage> consumer, long after) {
      this.consumer = consumer;
      this.after = after;
    }

    @Override
    public void close() {
      open = false;
      followers.remove(this);
    }
  }

  private final List<Follower> followers = new CopyOnWriteArrayList<>();

  /** Passes the messages after {@code seq} to {@code consumer}. */
  public Subscription add(Consumer<StoredMessage> consumer, long seq) {
    Follower added = new Follower(consumer, seq);
    followers.add(added);
    return added;
  }

  /** Passes {@code stored} to every follower that has not got it. */
  public void pass(StoredMessage stored) {
    long seq = stored.message().seq();
    for (Follower follower : followers) {
      if (follower.open && seq > follower.after) {
        ListenerCalls.pass(stored, follower.consumer);
      }
    }
  }

  /** Passes the messages after {@code seq} again, to followers that began after it. */
  public void goBackTo(long seq) {
    followers.forEach(follower -> follower.after = Math.min(follower.after, seq));
  }

  /** Returns true if nobody follows. */
  public boolean isEmpty() {
    return followers.isEmpty();
  }

  /** Ends every subscription. A message that is being passed still reaches all of them. */
  public void clear() {
    followers.clear();
  }
}

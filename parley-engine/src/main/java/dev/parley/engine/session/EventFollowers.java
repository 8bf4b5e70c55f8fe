package dev.parley.engine.session;

import dev.parley.engine.topic.CoalescingTask;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.message.Subscription;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Who follows a session: each with a position, reading after it whenever it is woken. */
final class EventFollowers {
  private static final System.Logger LOG = System.getLogger(EventFollowers.class.getName());

  /** The changes that are in memory at once for one follower. */
  private static final PageSize<RecordedEvent> PAGE =
      new PageSize<>(256, 1 << 20, EventFollowers::length);

  private final List<Follower> all = new CopyOnWriteArrayList<>();

  Subscription add(
      LiveSession session, long after, Consumer<RecordedEvent> consumer, Executor executor) {
    Follower follower = new Follower(session, after, consumer, executor);
    all.add(follower);
    follower.wakeup.wake();
    return () -> {
      all.remove(follower);
      follower.ended = true;
    };
  }

  void wake() {
    all.forEach(follower -> follower.wakeup.wake());
  }

  /** Hands over what is not kept, made for the position each follower has reached. */
  void tell(LongFunction<RecordedEvent> event) {
    for (Follower follower : all) {
      follower.unkept.add(event);
      follower.wakeup.wake();
    }
  }

  private static long length(RecordedEvent event) {
    return event.event() instanceof MessageSaid said
        ? said.message().draft().content().length()
        : 0;
  }

  private static final class Follower {
    private final LiveSession session;
    private final Consumer<RecordedEvent> consumer;
    private final Queue<LongFunction<RecordedEvent>> unkept = new ConcurrentLinkedQueue<>();
    private final CoalescingTask wakeup;
    private volatile boolean ended;
    private long position;

    Follower(LiveSession session, long after, Consumer<RecordedEvent> consumer, Executor executor) {
      this.session = session;
      this.position = after;
      this.consumer = consumer;
      this.wakeup = new CoalescingTask(this::read);
      wakeup.runOn(executor);
    }

    /** Reads a page; answers whether there may be more. */
    private boolean read() {
      ListPage<RecordedEvent> page;
      try {
        page = session.events(position, Set.of(), PAGE);
      } catch (RuntimeException away) {
        LOG.log(System.Logger.Level.DEBUG, "A follower looks again later.", away);
        return false;
      }
      for (RecordedEvent event : page.items()) {
        tell(event);
        position = event.seq();
      }
      LongFunction<RecordedEvent> next;
      while ((next = unkept.poll()) != null) {
        tell(next.apply(position));
      }
      return page.hasMore();
    }

    private void tell(RecordedEvent event) {
      if (ended) {
        return;
      }
      try {
        consumer.accept(event);
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.WARNING, "A follower threw; it is told of the next event.", e);
      }
    }
  }
}

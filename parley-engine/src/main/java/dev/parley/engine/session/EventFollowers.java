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

/** The followers of a session. Each has a number, and reads after it whenever it is woken. */
final class EventFollowers {
  private static final System.Logger LOG = System.getLogger(EventFollowers.class.getName());

  /** The changes in memory at once for one follower. */
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

  /** Delivers an event that is not stored, made with the number each follower has reached. */
  void deliver(LongFunction<RecordedEvent> event) {
    for (Follower follower : all) {
      follower.transientEvents.add(event);
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
    private final Queue<LongFunction<RecordedEvent>> transientEvents =
        new ConcurrentLinkedQueue<>();
    private final CoalescingTask wakeup;
    private volatile boolean ended;
    private long seq;

    Follower(LiveSession session, long after, Consumer<RecordedEvent> consumer, Executor executor) {
      this.session = session;
      this.seq = after;
      this.consumer = consumer;
      this.wakeup = new CoalescingTask(this::read);
      wakeup.runOn(executor);
    }

    /** Reads a page; returns true if there may be more. */
    private boolean read() {
      ListPage<RecordedEvent> page;
      try {
        page = session.events(seq, Set.of(), PAGE);
      } catch (RuntimeException away) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "Reading session events for a follower failed: database unreachable; retrying.",
            away);
        return false;
      }
      for (RecordedEvent event : page.items()) {
        deliver(event);
        seq = event.seq();
      }
      LongFunction<RecordedEvent> next;
      while ((next = transientEvents.poll()) != null) {
        deliver(next.apply(seq));
      }
      return page.hasMore();
    }

    private void deliver(RecordedEvent event) {
      if (ended) {
        return;
      }
      try {
        consumer.accept(event);
      } catch (RuntimeException | Error e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "A follower threw an exception; it gets the next event as usual.",
            e);
      }
    }
  }
}

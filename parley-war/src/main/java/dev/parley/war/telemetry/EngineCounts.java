package dev.parley.war.telemetry;

import dev.parley.event.Event;
import dev.parley.id.MessageId;
import dev.parley.spi.Telemetry;
import dev.parley.task.Claim;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts what the engine does. Counting allocates nothing and takes no lock. */
public final class EngineCounts implements Telemetry {
  private final Map<MessageStore, LongAdder> posts = new EnumMap<>(MessageStore.class);
  private final LongAdder pushed = new LongAdder();
  private final LongAdder polled = new LongAdder();
  private final LongAdder won = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAdder none = new LongAdder();
  private final Latencies committed = new Latencies();
  private final Latencies failed = new Latencies();
  private volatile @Nullable Supplier<PoolUse> pool;

  /** Counts that are zero. */
  public EngineCounts() {
    for (MessageStore store : MessageStore.values()) {
      posts.put(store, new LongAdder());
    }
  }

  @Override
  public void posted(MessageStore where, MessageId message) {
    LongAdder count = posts.get(where);
    if (count != null) {
      count.increment();
    }
  }

  @Override
  public void delivered(Event event, boolean isPolled) {
    (isPolled ? polled : pushed).increment();
  }

  @Override
  public void claimed(Claim outcome) {
    (outcome.isWon() ? won : outcome.task().isPresent() ? lost : none).increment();
  }

  @Override
  public void committed(long nanos, boolean succeeded) {
    (succeeded ? committed : failed).record(nanos);
  }

  @Override
  public void opened(Supplier<PoolUse> use) {
    pool = use;
  }

  long posts(MessageStore where) {
    LongAdder count = posts.get(where);
    return count == null ? 0 : count.sum();
  }

  long deliveries(boolean isPolled) {
    return (isPolled ? polled : pushed).sum();
  }

  long claimsWon() {
    return won.sum();
  }

  long claimsLost() {
    return lost.sum();
  }

  long claimsOfNothing() {
    return none.sum();
  }

  Latencies transactions(boolean succeeded) {
    return succeeded ? committed : failed;
  }

  /** Returns the use of the pool; empty where there is none that is known. */
  Optional<PoolUse> pool() {
    return Optional.ofNullable(pool).map(Supplier::get);
  }
}

package dev.parley.engine.bench;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.Event;
import dev.parley.event.Listener;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A room of 200 with a listener each and no rate limit. One of them sends, the next when the last
 * has returned; an operation is one message heard by one listener, and every batch is waited for.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class RoomOf200 {
  private static final int MEMBERS = 200;
  private static final int BATCH = 2_000;
  private static final RoomName ROOM = RoomName.of("bench");
  private static final Body BODY = Body.of("x".repeat(200));

  private final List<Ear> ears = new ArrayList<>();
  private Parley parley;
  private Connection sender;
  private long sent;

  /** Everybody joins and listens. */
  @Setup
  public void gather() {
    parley = ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).build();
    for (int i = 0; i < MEMBERS; i++) {
      Connection member = parley.connect(ConnectOptions.of("agent-" + i));
      member.rooms().join(ROOM);
      Ear ear = new Ear();
      member.listen(ear);
      if (sender == null) {
        sender = member;
      } else {
        ears.add(ear);
      }
    }
  }

  /** Everybody leaves. */
  @TearDown
  public void close() {
    parley.close();
  }

  /** One batch, from the first send until everybody else has heard the last. */
  @Benchmark
  @OperationsPerInvocation(BATCH * (MEMBERS - 1))
  public void deliveries() {
    for (int i = 0; i < BATCH; i++) {
      sender.rooms().send(ROOM, BODY);
    }
    sent += BATCH;
    for (Ear ear : ears) {
      while (ear.heard.get() < sent) {
        LockSupport.parkNanos(20_000);
      }
      if (ear.disturbed) {
        throw new IllegalStateException("a message was lost");
      }
    }
  }

  private static final class Ear implements Listener {
    private final AtomicLong heard = new AtomicLong();
    private volatile boolean disturbed;

    @Override
    public void on(Event event) {
      if (event.kind() != Event.Kind.MESSAGE_ARRIVED) {
        disturbed = true;
      }
      heard.setRelease(heard.getPlain() + 1);
    }
  }
}

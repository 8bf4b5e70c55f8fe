package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.Body;
import dev.parley.session.Session;
import dev.parley.spi.Telemetry;
import dev.parley.task.Claim;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An observer gets what is done, once, and nothing else. */
class TelemetryTest {
  private static final RoomName PLANNING = RoomName.of("planning");

  private final Recorder recorder = new Recorder();
  private final Parley parley = ParleyBuilder.builder().inMemory().telemetry(recorder).build();

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void post_isObservedWithItsId_andItsDeliveries() throws InterruptedException {
    Connection alice = parley.connect(ConnectOptions.of("alice"));
    Connection bob = parley.connect(ConnectOptions.of("bob"));
    CountDownLatch heard = new CountDownLatch(1);
    bob.listen(event -> heard.countDown());
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    bob.rooms().join(PLANNING, Nickname.of("bob"));
    MessageId sent = alice.rooms().send(PLANNING, Body.of("Hello")).messageId();
    assertThat(heard.await(20, TimeUnit.SECONDS)).isTrue();
    recorder.awaitDelivery();
    assertThat(recorder.posts).containsExactly("EPHEMERAL_ROOM " + sent.value());
    assertThat(recorder.deliveries).containsExactly("pushed " + sent.value());
  }

  @Test
  void claims_areObservedWithTheirOutcome() {
    Connection alice = parley.connect(ConnectOptions.of("alice"));
    Connection bob = parley.connect(ConnectOptions.of("bob"));
    Session session = alice.sessions().start(new SessionId("run"));
    Session ofBob = bob.sessions().start(new SessionId("run"));
    Task task = session.tasks().create(TaskDraft.titled("Parser").build());
    session.tasks().claim(task.id());
    ofBob.tasks().claim(task.id());
    ofBob.tasks().claimNext();
    assertThat(recorder.claims).containsExactly("won", "lost", "none");
    assertThat(recorder.commits.get()).isPositive();
  }

  @Test
  void pool_isObserved() {
    Telemetry.PoolUse use = recorder.pools.get(0).get();
    assertThat(use.most()).isEqualTo(10);
    assertThat(use.active() + use.idle()).isBetween(1, 10);
    assertThat(use.waiting()).isZero();
  }

  /** Notes everything. */
  private static final class Recorder implements Telemetry {
    private final List<String> posts = new CopyOnWriteArrayList<>();
    private final List<String> deliveries = new CopyOnWriteArrayList<>();
    private final List<String> claims = new CopyOnWriteArrayList<>();
    private final List<Supplier<PoolUse>> pools = new CopyOnWriteArrayList<>();
    private final AtomicInteger commits = new AtomicInteger();
    private final CountDownLatch delivery = new CountDownLatch(1);

    @Override
    public void posted(MessageStore where, MessageId message) {
      posts.add(where + " " + message.value());
    }

    @Override
    public void delivered(Event event, boolean isPolled) {
      if (event instanceof MessageArrived arrived) {
        deliveries.add((isPolled ? "polled " : "pushed ") + arrived.message().id().value());
        delivery.countDown();
      }
    }

    void awaitDelivery() throws InterruptedException {
      assertThat(delivery.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void claimed(Claim outcome) {
      claims.add(outcome.isWon() ? "won" : outcome.task().isPresent() ? "lost" : "none");
    }

    @Override
    public void committed(long nanos, boolean succeeded) {
      assertThat(nanos).isPositive();
      assertThat(succeeded).isTrue();
      commits.incrementAndGet();
    }

    @Override
    public void opened(Supplier<PoolUse> pool) {
      pools.add(pool);
    }
  }
}

package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.Event;
import dev.parley.event.Listener;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessagesLost;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Listeners in this process: what they hear, and whom they delay. */
@TestInstance(Lifecycle.PER_CLASS)
class EmbeddedDeliveryTest {
  private final Parley parley = ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).build();
  private RoomName room;
  private Connection alice;

  @BeforeEach
  void enterARoomOfItsOwn() {
    room = RoomName.of(UUID.randomUUID().toString().replace("-", ""));
    alice = member();
  }

  @AfterAll
  void close() {
    parley.close();
  }

  @Test
  void messages_sentWhileNobodyListens_areHeardOnceSomebodyDoes() {
    Connection bob = member();
    send(1_000);
    Ear ear = new Ear();
    bob.listen(ear);
    eventually("all are heard", () -> ear.last() == 1_000);
    assertThat(ear.seqs())
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 1_000).boxed().toList());
    assertThat(ear.lost()).isEmpty();
  }

  @Test
  void messages_sentPastWhatIsKept_areLostWithOneWordOnHowMany() {
    Connection bob = member();
    send(2_000);
    Ear ear = new Ear();
    bob.listen(ear);
    eventually("the last is heard", () -> ear.last() == 2_000);
    assertThat(ear.events.element()).isInstanceOf(MessagesLost.class);
    assertThat(ear.lost()).extracting(MessagesLost::count).containsExactly(976L);
    assertThat(ear.seqs())
        .containsExactlyElementsOf(LongStream.rangeClosed(977, 2_000).boxed().toList());
    send(1);
    eventually("it works on", () -> ear.last() == 2_001);
    assertThat(ear.lost()).hasSize(1);
  }

  @Test
  void listen_inPlaceOfAnother_goesOnWhereThatEnded() {
    Connection bob = member();
    Ear first = new Ear();
    Ear second = new Ear();
    bob.listen(first);
    send(10);
    eventually("ten are heard", () -> first.last() == 10);
    bob.listen(second);
    send(10);
    eventually("ten more are heard", () -> second.last() == 20);
    assertThat(first.seqs()).hasSize(10);
    assertThat(second.seqs()).hasSize(10);
  }

  @Test
  void listener_thatThrows_hearsTheNext() {
    Connection bob = member();
    Ear ear = new Ear();
    bob.listen(
        event -> {
          ear.on(event);
          throw new IllegalStateException("on purpose");
        });
    send(3);
    eventually("all are heard", () -> ear.last() == 3);
    assertThat(ear.seqs()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void listener_thatAnswers_isHeardByTheOther() {
    Connection bob = member();
    Ear ear = new Ear();
    alice.listen(ear);
    bob.listen(event -> bob.rooms().send(room, Body.of("echo")));
    send(1_000);
    eventually("every answer is heard", () -> ear.seqs().size() == 1_000);
  }

  @Test
  void listener_thatBlocks_delaysNobody() {
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < 10; i++) {
      member().listen(event -> await(release));
    }
    Ear ear = new Ear();
    member().listen(ear);
    try {
      long begin = System.nanoTime();
      send(200);
      eventually("all are heard", () -> ear.last() == 200);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    } finally {
      release.countDown();
    }
  }

  /** Past the allowance a blocked listener costs the sender its patience once, not every time. */
  @Test
  void listener_thatBlocks_holdsBackAFloodOnlyOnce() {
    CountDownLatch release = new CountDownLatch(1);
    member().listen(event -> await(release));
    Ear ear = new Ear();
    member().listen(ear);
    try {
      long begin = System.nanoTime();
      send(3_000);
      eventually("all are heard", () -> ear.last() == 3_000);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(9));
      assertThat(ear.lost()).isEmpty();
    } finally {
      release.countDown();
    }
  }

  @Test
  void listener_thatIsSlow_losesItsOwnAndDelaysNobody() {
    AtomicBoolean slow = new AtomicBoolean(true);
    Ear tardy = new Ear();
    member()
        .listen(
            event -> {
              if (slow.get()) {
                LockSupport.parkNanos(50_000_000);
              }
              tardy.on(event);
            });
    Ear ear = new Ear();
    member().listen(ear);
    long begin = System.nanoTime();
    send(3_000);
    eventually("all are heard", () -> ear.last() == 3_000);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(9));
    assertThat(ear.seqs()).hasSize(3_000);
    slow.set(false);
    eventually("the slow one catches up", () -> tardy.last() == 3_000);
    long lost = tardy.lost().stream().mapToLong(MessagesLost::count).sum();
    assertThat(lost).isPositive();
    assertThat(tardy.seqs().size() + lost).isEqualTo(3_000);
  }

  @Test
  void flood_to200Listeners_reachesEveryoneInOrderOnce() throws Exception {
    List<Counter> ears = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Counter ear = new Counter();
      ears.add(ear);
      member().listen(ear);
    }
    Connection bob = member();
    List<Connection> senders = List.of(alice, bob);
    List<Long> acknowledged =
        AtOnce.run(
            2,
            i -> {
              long last = 0;
              for (int n = 0; n < 5_000; n++) {
                last = senders.get(i).rooms().send(room, Body.of("m")).seq();
              }
              return last;
            });
    assertThat(acknowledged).contains(10_000L);
    eventually(
        "everyone heard all", () -> ears.stream().allMatch(ear -> ear.heard.get() == 10_000));
    assertThat(ears).noneMatch(ear -> ear.disturbed);
  }

  @Test
  void close_ofAConnection_endsWhatItHears() {
    Connection bob = member();
    Ear ear = new Ear();
    bob.listen(ear);
    send(1);
    eventually("one is heard", () -> ear.last() == 1);
    bob.close();
    send(5);
    Ear other = new Ear();
    alice.listen(other);
    Connection carol = member();
    carol.rooms().send(room, Body.of("later"));
    eventually("others hear on", () -> other.last() == 7);
    assertThat(ear.seqs()).containsExactly(1L);
  }

  @Test
  void close_ofTheParley_whileAListenerBlocks_returns() {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch entered = new CountDownLatch(1);
    Parley closing = ParleyBuilder.builder().inMemory().build();
    try {
      Connection bob = closing.connect(ConnectOptions.of("bob"));
      Connection carol = closing.connect(ConnectOptions.of("carol"));
      bob.rooms().join(room);
      carol.rooms().join(room);
      bob.listen(
          event -> {
            entered.countDown();
            await(release);
          });
      carol.rooms().send(room, Body.of("m"));
      eventually("it blocks", () -> entered.getCount() == 0);
      long begin = System.nanoTime();
      closing.close();
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(8));
    } finally {
      release.countDown();
    }
  }

  private Connection member() {
    Connection connection = parley.connect(ConnectOptions.anonymous());
    connection.rooms().join(room);
    return connection;
  }

  private void send(int count) {
    for (int i = 0; i < count; i++) {
      alice.rooms().send(room, Body.of("m"));
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Keeps all it hears. */
  private static final class Ear implements Listener {
    final Queue<Event> events = new ConcurrentLinkedQueue<>();
    private final AtomicLong last = new AtomicLong();

    @Override
    public void on(Event event) {
      events.add(event);
      if (event instanceof MessageArrived arrived) {
        last.set(arrived.message().seq());
      }
    }

    long last() {
      return last.get();
    }

    List<Long> seqs() {
      return events.stream()
          .filter(MessageArrived.class::isInstance)
          .map(event -> ((MessageArrived) event).message().seq())
          .toList();
    }

    List<MessagesLost> lost() {
      return events.stream()
          .filter(MessagesLost.class::isInstance)
          .map(MessagesLost.class::cast)
          .toList();
    }
  }

  /** Counts, and sees whether anything is missing, doubled or out of order. */
  private static final class Counter implements Listener {
    final AtomicLong heard = new AtomicLong();
    volatile boolean disturbed;

    @Override
    public void on(Event event) {
      long expected = heard.get() + 1;
      if (!(event instanceof MessageArrived arrived) || arrived.message().seq() != expected) {
        disturbed = true;
      }
      heard.set(expected);
    }
  }
}

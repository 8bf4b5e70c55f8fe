package dev.parley.engine.backend.nats;

import static dev.parley.Eventually.eventually;
import static dev.parley.engine.backend.nats.Nodes.BOUND;
import static dev.parley.engine.backend.nats.Nodes.TOPIC;
import static dev.parley.engine.backend.nats.Nodes.all;
import static dev.parley.engine.backend.nats.Nodes.post;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.NatsServer;
import dev.parley.message.Message;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.Retention;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node says and does while its server is killed, silent, or not there yet. */
class NatsOutageTest {
  private static final int RESTARTS = 3;

  private NatsServer server;
  private Nodes nodes;

  @BeforeEach
  void open() {
    server = NatsServer.newServer();
    nodes = Nodes.on(server);
  }

  @AfterEach
  void close() {
    if (nodes != null) { // where there is no server, it was never opened
      nodes.close();
      server.end();
    }
  }

  @Test
  void server_killedUnderWritersAndFollowers_losesNothingAndRepeatsNothing() throws Exception {
    NatsBackend writer = nodes.connect();
    NatsBackend reader = nodes.connect();
    Queue<Message> toldWriter = new ConcurrentLinkedQueue<>();
    Queue<Message> toldReader = new ConcurrentLinkedQueue<>();
    writer.follow(TOPIC, Optional.empty(), stored -> toldWriter.add(stored.message()));
    reader.follow(TOPIC, Optional.empty(), stored -> toldReader.add(stored.message()));
    Queue<Message> acknowledged = new ConcurrentLinkedQueue<>();
    AtomicBoolean enough = new AtomicBoolean();
    Thread writing = new Thread(() -> write(writer, acknowledged, enough));
    writing.start();
    for (int i = 0; i < RESTARTS; i++) {
      int before = acknowledged.size();
      eventually("it writes", () -> acknowledged.size() > before + 100);
      server.kill();
      server.start();
    }
    int before = acknowledged.size();
    eventually("it writes again", () -> acknowledged.size() > before + 100);
    enough.set(true);
    writing.join(20_000);
    List<Message> all = all(reader);
    assertThat(all.stream().map(Message::seq))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, all.size()).boxed().toList());
    assertThat(all).containsSubsequence(acknowledged);
    assertThat(all.stream().map(Message::id)).doesNotHaveDuplicates();
    assertThat(all.stream().map(Message::text)).doesNotHaveDuplicates();
    for (Queue<Message> told : List.of(toldWriter, toldReader)) {
      eventually("all are told", () -> told.size() >= all.size());
      assertThat(List.copyOf(told)).isEqualTo(all);
    }
  }

  private static void write(NatsBackend writer, Queue<Message> acknowledged, AtomicBoolean enough) {
    for (int i = 0; !enough.get(); i++) {
      try {
        acknowledged.add(post(writer, "m" + i).message());
      } catch (ParleyException refused) {
        assertThat(refused.problem().code()).isEqualTo(ProblemCode.UNAVAILABLE);
      }
    }
  }

  @Test
  void server_killed_everythingIsRefusedSoonAndNothingIsChanged() {
    NatsBackend node = nodes.connect();
    Message before = post(node, "before").message();
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    server.kill();
    refusesSoon(() -> post(node, "refused"));
    refusesSoon(() -> node.fetchAfter(TOPIC, Optional.empty(), 10));
    refusesSoon(() -> node.follow(TOPIC, Optional.empty(), stored -> told.add(stored.message())));
    server.start();
    Message after = post(node, "after").message();
    assertThat(all(node)).containsExactly(before, after);
    node.follow(TOPIC, Optional.empty(), stored -> told.add(stored.message()));
    Message last = post(node, "last").message();
    eventually("it is told", () -> !told.isEmpty());
    assertThat(told).as("the one refused does not follow").containsExactly(last);
  }

  @Test
  void server_thatIsNotThereYet_refusesToConnectUntilItIs() {
    server.kill();
    NatsBackend node = nodes.node();
    refusesSoon(node::connect);
    server.start();
    nodes.connect(node);
    assertThat(post(node, "one").message().seq()).isEqualTo(1);
  }

  @Test
  void server_thatIsSilent_refusesSoon() {
    NatsBackend node = nodes.connect();
    post(node, "one");
    server.pause();
    try {
      refusesSoon(() -> post(node, "two"));
      refusesSoon(() -> node.fetchAfter(TOPIC, Optional.empty(), 10));
    } finally {
      server.goOn();
    }
    assertThat(post(node, "three").message().text()).isEqualTo("three");
  }

  @Test
  void server_killedWhileItIsAskedWhetherItIsThere_isNot() throws Exception {
    NatsBackend node = nodes.connect();
    server.pause();
    CompletableFuture<Boolean> asked = CompletableFuture.supplyAsync(node::isReachable);
    assertThatThrownBy(() -> asked.get(200, TimeUnit.MILLISECONDS))
        .as("the question is out, and the server cannot answer")
        .isInstanceOf(TimeoutException.class);
    server.kill();
    assertThat(asked).succeedsWithin(BOUND).isEqualTo(false);
  }

  @Test
  void server_thatIsSilentForAMoment_hasThePostOnce() throws Exception {
    NatsBackend node = nodes.connect();
    post(node, "one");
    server.pause();
    Queue<Message> acknowledged = new ConcurrentLinkedQueue<>();
    Thread posting = new Thread(() -> acknowledged.add(post(node, "two").message()));
    try {
      posting.start();
      posting.join(1_200); // asked twice or thrice by then
    } finally {
      server.goOn();
    }
    posting.join(20_000);
    post(node, "three");
    assertThat(all(node)).extracting(Message::text).containsExactly("one", "two", "three");
    assertThat(all(node)).containsAll(acknowledged).hasSize(3);
    assertThat(acknowledged).hasSize(1);
  }

  @Test
  void post_byAnInterruptedThread_isFinishedAndTheInterruptIsKept() {
    NatsBackend node = nodes.connect();
    Thread.currentThread().interrupt();
    Message posted = post(node, "one").message();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(all(node)).containsExactly(posted);
  }

  @Test
  void topic_whoseMessagesAllGrewTooOld_goesOnCountingAfterARestart() {
    NatsBackend node =
        nodes.connect(
            nodes.node(
                new Retention(OptionalLong.of(100), Optional.of(Duration.ofMillis(300))), 0));
    post(node, "one");
    post(node, "two");
    eventually("both went", () -> all(node).isEmpty());
    server.kill();
    server.start();
    assertThat(post(node, "three").message().seq()).isEqualTo(3);
  }

  private static void refusesSoon(Runnable call) {
    long start = System.nanoTime();
    assertThat(refusedCode(call::run)).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }
}

package dev.parley.engine.backend.nats;

import static dev.parley.Eventually.eventually;
import static dev.parley.engine.backend.nats.Nodes.TOPIC;
import static dev.parley.engine.backend.nats.Nodes.all;
import static dev.parley.engine.backend.nats.Nodes.messages;
import static dev.parley.engine.backend.nats.Nodes.post;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.engine.NatsServer;
import dev.parley.engine.backend.LogPosition;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.Retention;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a stream is to a topic, beyond what every store promises. */
class NatsTopicsTest {
  private static final int WRITERS = 4;
  private static final int EACH = 25;

  private Nodes nodes;

  @BeforeEach
  void open() {
    nodes = Nodes.on(NatsServer.shared());
  }

  @AfterEach
  void close() {
    if (nodes != null) { // where there is no server, it was never opened
      nodes.close();
    }
  }

  @Test
  void topics_withOddNames_areKeptApart() {
    NatsBackend node = nodes.connect();
    Map<String, Queue<String>> told = new HashMap<>();
    for (String name : TopicStreamTest.ODD) {
      Queue<String> texts = new ConcurrentLinkedQueue<>();
      told.put(name, texts);
      node.follow(odd(name), Optional.empty(), stored -> texts.add(stored.message().text()));
    }
    for (String name : TopicStreamTest.ODD) {
      post(node, odd(name), "to " + name);
    }
    for (String name : TopicStreamTest.ODD) {
      eventually("it is told", () -> !told.get(name).isEmpty());
      assertThat(told.get(name)).containsExactly("to " + name);
      MessagePage page = node.fetchAfter(odd(name), Optional.empty(), 10);
      assertThat(messages(page)).extracting(Message::text).containsExactly("to " + name);
      assertThat(messages(page)).extracting(Message::topic).containsExactly(odd(name));
    }
  }

  @Test
  void writers_inConnectionsOfTheirOwn_makeOneOrderWithoutGaps() throws Exception {
    List<NatsBackend> writers = new ArrayList<>();
    List<Queue<Message>> told = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      NatsBackend writer = nodes.node();
      Queue<Message> heard = new ConcurrentLinkedQueue<>();
      writers.add(writer);
      told.add(heard);
    }
    List<List<Message>> receipts =
        AtOnce.run(
            WRITERS,
            index -> {
              NatsBackend writer = writers.get(index);
              writer.connect();
              writer.follow(
                  TOPIC, Optional.empty(), stored -> told.get(index).add(stored.message()));
              List<Message> mine = new ArrayList<>();
              for (int i = 0; i < EACH; i++) {
                mine.add(post(writer, index + ":" + i).message());
              }
              return mine;
            });
    int all = WRITERS * EACH;
    List<Message> order = all(writers.get(0));
    assertThat(order.stream().map(Message::seq))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, all).boxed().toList());
    for (int i = 0; i < WRITERS; i++) {
      Queue<Message> heard = told.get(i);
      Message last = order.get(all - 1);
      eventually("the last is told", () -> heard.contains(last));
      assertThat(order).endsWith(heard.toArray(new Message[0]));
      assertThat(heard).containsAll(receipts.get(i));
      writers.get(i).disconnect();
    }
  }

  @Test
  void topic_thatIsMade_beginsAfterThePositionItIsGiven() {
    NatsBackend node = nodes.connect(nodes.node(Retention.EVERYTHING, 120));
    Queue<Long> told = new ConcurrentLinkedQueue<>();
    node.follow(TOPIC, Optional.empty(), stored -> told.add(stored.message().seq()));
    Cursor start = node.fetchAfter(TOPIC, Optional.empty(), 10).next();
    StoredMessage first = post(node, "one");
    NatsBackend other = nodes.connect(nodes.node(Retention.EVERYTHING, 999));
    StoredMessage second = post(other, "two");
    assertThat(first.message().seq()).isEqualTo(121);
    assertThat(second.message().seq()).isEqualTo(122);
    for (Cursor beginning : List.of(start, LogPosition.start())) {
      assertThat(messages(other.fetchAfter(TOPIC, Optional.of(beginning), 10)))
          .containsExactly(first.message(), second.message());
    }
    assertThat(messages(node.fetchAfter(TOPIC, Optional.of(first.cursor()), 10)))
        .containsExactly(second.message());
    eventually("both are told", () -> told.size() == 2);
    assertThat(told).containsExactly(121L, 122L);
  }

  @Test
  void cursor_ofALogThatIsNoMore_isLost() throws Exception {
    NatsBackend node = nodes.connect();
    Cursor before = post(node, "one").cursor();
    deleteStream();
    for (boolean madeAnew : new boolean[] {false, true}) {
      if (madeAnew) {
        post(node, "two");
      }
      assertThat(refusedCode(() -> node.fetchAfter(TOPIC, Optional.of(before), 10)))
          .as("the topic is there: %s", madeAnew)
          .isEqualTo(ProblemCode.POSITION_LOST);
    }
  }

  @Test
  void cursor_pastTheEnd_isLost() {
    NatsBackend node = nodes.connect();
    String id = post(node, "one").cursor().value().split("-", -1)[0];
    Cursor forgotten = LogPosition.after(id, 2);
    assertThat(refusedCode(() -> node.fetchAfter(TOPIC, Optional.of(forgotten), 10)))
        .isEqualTo(ProblemCode.POSITION_LOST);
  }

  @Test
  void topic_madeAnewUnderItsFollowers_isToldFromItsBeginning() throws Exception {
    NatsBackend node = nodes.connect();
    Queue<String> told = new ConcurrentLinkedQueue<>();
    node.follow(TOPIC, Optional.empty(), stored -> told.add(stored.message().text()));
    post(node, "old");
    eventually("it is told", () -> told.size() == 1);
    deleteStream();
    StoredMessage anew = post(node, "new");
    assertThat(anew.message().seq()).isEqualTo(1);
    eventually("the new one is told", () -> told.size() == 2);
    post(node, "next");
    eventually("the next is told", () -> told.size() == 3);
    assertThat(told).containsExactly("old", "new", "next");
  }

  @Test
  void consumer_thatIsTakenAway_isMadeAgainAndMissesNothing() throws Exception {
    NatsBackend node = nodes.connect();
    Queue<Long> told = new ConcurrentLinkedQueue<>();
    node.follow(TOPIC, Optional.empty(), stored -> told.add(stored.message().seq()));
    post(node, "one");
    eventually("it is told", () -> told.size() == 1);
    nodes.aStranger(
        stranger -> {
          JetStreamManagement management = stranger.jetStreamManagement();
          for (String name : management.getConsumerNames(nodes.stream())) {
            management.deleteConsumer(nodes.stream(), name);
          }
        });
    post(node, "two");
    post(node, "three");
    eventually("the others are told", () -> told.size() >= 3);
    assertThat(told).containsExactly(1L, 2L, 3L);
  }

  @Test
  void feed_thatHearsAnotherNumber_isMadeAgainAndTellsNothingTwice() throws Exception {
    NatsBackend node = nodes.connect();
    Queue<Long> told = new ConcurrentLinkedQueue<>();
    node.follow(TOPIC, Optional.empty(), stored -> told.add(stored.message().seq()));
    post(node, "one");
    post(node, "two");
    eventually("both are told", () -> told.size() == 2);
    nodes.aStranger(
        stranger -> {
          JetStreamManagement management = stranger.jetStreamManagement();
          ConsumerInfo feeding = management.getConsumers(nodes.stream()).get(0);
          management.createConsumer(
              nodes.stream(),
              ConsumerConfiguration.builder()
                  .deliverSubject(feeding.getConsumerConfiguration().getDeliverSubject())
                  .ackPolicy(AckPolicy.None)
                  .build());
          eventually("it is made again", () -> consumers(management).size() == 3);
        });
    post(node, "three");
    eventually("the third is told", () -> told.contains(3L));
    assertThat(told).containsExactly(1L, 2L, 3L);
  }

  private List<String> consumers(JetStreamManagement management) {
    try {
      return management.getConsumerNames(nodes.stream());
    } catch (IOException | JetStreamApiException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void messages_ofStrangers_arePassedOver() throws Exception {
    NatsBackend node = nodes.connect();
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    node.follow(TOPIC, Optional.empty(), stored -> told.add(stored.message()));
    StoredMessage one = post(node, "one");
    nodes.aStranger(
        stranger -> {
          StreamInfo info = stranger.jetStreamManagement().getStreamInfo(nodes.stream());
          String subject = info.getConfiguration().getSubjects().get(0);
          stranger.jetStream().publish(subject, new byte[] {1, 2, 3});
        });
    MessagePage strange = node.fetchAfter(TOPIC, Optional.of(one.cursor()), 1);
    assertThat(strange.messages()).isEmpty();
    Message three = post(node, "three").message();
    assertThat(three.seq()).isEqualTo(3);
    assertThat(messages(node.fetchAfter(TOPIC, Optional.of(strange.next()), 1)))
        .containsExactly(three);
    eventually("the others are told", () -> told.size() >= 2);
    assertThat(told).containsExactly(one.message(), three);
  }

  @Test
  void post_pastWhatIsKept_letsTheOldestGo() {
    NatsBackend node = nodes.connect(nodes.node(Retention.ofMessages(4), 0));
    Cursor first = post(node, "m").cursor();
    for (int i = 2; i <= 10; i++) {
      post(node, "m");
    }
    MessagePage page = node.fetchAfter(TOPIC, Optional.of(first), 3);
    assertThat(messages(page)).extracting(Message::seq).containsExactly(7L, 8L, 9L);
    assertThat(page.hasMore()).isTrue();
    assertThat(all(node)).extracting(Message::seq).containsExactly(7L, 8L, 9L, 10L);
  }

  @Test
  void messages_olderThanWhatIsKept_goAndNumbersGoOn() {
    NatsBackend node =
        nodes.connect(
            nodes.node(new Retention(OptionalLong.of(100), Optional.of(Duration.ofSeconds(2))), 0));
    Cursor first = post(node, "one").cursor();
    post(node, "two");
    eventually("both went", () -> all(node).isEmpty());
    MessagePage gone = node.fetchAfter(TOPIC, Optional.of(first), 10);
    assertThat(gone.messages()).isEmpty();
    Message third = post(node, "three").message();
    assertThat(third.seq()).isEqualTo(3);
    assertThat(messages(node.fetchAfter(TOPIC, Optional.of(first), 10))).containsExactly(third);
    assertThat(messages(node.fetchAfter(TOPIC, Optional.of(gone.next()), 10)))
        .containsExactly(third);
  }

  @Test
  void bounds_thatWereChanged_holdWhenTheTopicIsUsedAgain() {
    NatsBackend generous = nodes.connect();
    for (int i = 1; i <= 5; i++) {
      post(generous, "m");
    }
    NatsBackend sparing =
        nodes.connect(
            nodes.node(new Retention(OptionalLong.of(2), Optional.of(Duration.ofHours(1))), 0));
    post(sparing, "m");
    assertThat(all(generous)).extracting(Message::seq).containsExactly(5L, 6L);
  }

  private void deleteStream() throws Exception {
    nodes.aStranger(stranger -> stranger.jetStreamManagement().deleteStream(nodes.stream()));
  }

  private static TopicName odd(String name) {
    return new TopicName(WorkspaceId.DEFAULT, TopicName.Kind.ROOM, name);
  }
}

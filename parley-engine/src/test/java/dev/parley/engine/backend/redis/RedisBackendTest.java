package dev.parley.engine.backend.redis;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.OutcomeUnknown;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.Unavailable;
import dev.parley.spi.IndexedBackendContract;
import dev.parley.spi.Retention;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Protocol.Command;

/** Topics as streams of one Redis, started once for all tests and emptied before each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisBackendTest extends IndexedBackendContract {
  private static final TopicName TOPIC = topic("nodes");
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));
  private static final int WRITERS = 4;
  private static final int EACH = 25;

  private final List<RedisBackend> nodes = new ArrayList<>();
  private RedisServer server;

  @BeforeAll
  final void start() {
    server = RedisServer.start();
  }

  @AfterAll
  final void stop() {
    if (server != null) { // where the product is not there, it was never started
      server.close();
    }
  }

  @Override
  protected RedisBackend newBackend() {
    server.execute(Command.FLUSHALL);
    return backend(Retention.EVERYTHING);
  }

  @Override
  protected Cursor cursorOf(StoredMessage other, long seq, MessageId id) {
    return StreamPosition.after(StreamPosition.of(other.cursor()).log(), seq, id).cursor();
  }

  private RedisBackend backend(Retention bound) {
    return new RedisBackend(server.address(), "parley:", topic -> 0, bound);
  }

  /** Another node on the same server, disconnected after the test. */
  private RedisBackend node() {
    return node(Retention.EVERYTHING);
  }

  private RedisBackend node(Retention bound) {
    RedisBackend node = backend(bound);
    node.connect();
    nodes.add(node);
    return node;
  }

  @AfterEach
  final void disconnectNodes() {
    nodes.forEach(RedisBackend::disconnect);
    nodes.clear();
  }

  @Test
  void post_positions_beginAfterTheOneBefore() {
    RedisBackend backend =
        new RedisBackend(server.address(), "parley:", topic -> 1_000, Retention.EVERYTHING);
    backend.connect();
    nodes.add(backend);
    Queue<Message> told = follow(backend, TOPIC);
    assertThat(post(backend, "one").message().seq()).isEqualTo(1_001);
    assertThat(post(node(), "two").message().seq()).isEqualTo(1_002);
    eventually("both are told", () -> told.size() == 2);
  }

  @Test
  void writers_onConnectionsOfTheirOwn_makeOneDenseOrderForEverybody() throws Exception {
    List<RedisBackend> writers = List.of(node(), node(), node(), node());
    List<Queue<Message>> told = writers.stream().map(writer -> follow(writer, TOPIC)).toList();
    AtOnce.run(
        WRITERS,
        writer -> {
          for (int i = 0; i < EACH; i++) {
            post(writers.get(writer), writer + ":" + i);
          }
          return writer;
        });
    int all = WRITERS * EACH;
    for (Queue<Message> one : told) {
      eventually("all are told", () -> one.size() >= all);
      assertThat(one.stream().map(Message::seq))
          .containsExactlyElementsOf(LongStream.rangeClosed(1, all).boxed().toList());
      assertThat(List.copyOf(one)).isEqualTo(fetchAll(writers.get(0), TOPIC));
    }
    assertThat(told.get(0).stream().map(Message::id)).doesNotHaveDuplicates();
  }

  /** Without being woken, the read would wait half a second for each of them. */
  @Test
  void subscribe_whileTheReadWaits_wakesIt() {
    RedisBackend backend = node();
    long begun = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      TopicName topic = topic("room-" + i);
      Queue<Message> told = follow(backend, topic);
      post(backend, topic, "hi");
      eventually("it is told", () -> !told.isEmpty());
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(2_500));
  }

  @Test
  void names_thatAreOdd_areTopicsOfTheirOwn() {
    RedisBackend backend = node();
    WorkspaceId other = new WorkspaceId("a-b");
    List<TopicName> odd = new ArrayList<>();
    for (String name :
        List.of(
            "",
            ":",
            "a:b",
            "room:a",
            "*",
            "{a}",
            "a b",
            "a\nb",
            "a\r\nDEL b",
            "\u0000",
            "ä€😀",
            "x".repeat(512))) {
      odd.add(new TopicName(WorkspaceId.DEFAULT, TopicName.Kind.ROOM, name));
      odd.add(new TopicName(other, TopicName.Kind.ROOM, name));
    }
    Map<TopicName, Queue<Message>> told = new HashMap<>();
    odd.forEach(name -> told.put(name, follow(backend, name)));
    odd.forEach(name -> post(backend, name, "to " + name));
    for (TopicName name : odd) {
      eventually("it is told", () -> !told.get(name).isEmpty());
      assertThat(fetchAll(backend, name)).extracting(Message::text).containsExactly("to " + name);
      assertThat(List.copyOf(told.get(name))).isEqualTo(fetchAll(backend, name));
    }
  }

  @Test
  void follower_whoseServerIsKilledAndRunAgain_missesNothingAndIsToldNothingTwice()
      throws Exception {
    RedisBackend backend = node();
    Queue<Message> told = follow(backend, TOPIC);
    List<Message> posted = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 20; i++) {
        posted.add(post(backend, "m").message());
      }
      eventually("all are told", () -> told.size() == posted.size());
      server.kill();
      assertThat(refusedCode(() -> backend.fetchAfter(TOPIC, Optional.empty(), 1)))
          .isEqualTo(ProblemCode.UNAVAILABLE);
      assertThat(refusedCode(() -> follow(backend, topic("other"))))
          .isEqualTo(ProblemCode.UNAVAILABLE);
      assertThat(refusedCode(() -> post(backend, "nobody takes this")))
          .isEqualTo(ProblemCode.UNAVAILABLE);
      server.run();
    }
    posted.add(post(backend, "last").message());
    eventually("the last is told", () -> told.contains(posted.get(posted.size() - 1)));
    assertThat(List.copyOf(told)).isEqualTo(posted).isEqualTo(fetchAll(backend, TOPIC));
  }

  @Test
  void post_whoseAnswerIsCutOff_isTakenOnce() throws Exception {
    try (CuttingProxy proxy = new CuttingProxy(server.address(), "cut")) {
      RedisBackend backend =
          new RedisBackend(proxy.address(), "parley:", topic -> 0, Retention.EVERYTHING);
      backend.connect();
      nodes.add(backend);
      Queue<Message> told = follow(backend, TOPIC);
      post(backend, "one");
      Message cut = post(backend, "cut").message();
      Message last = post(backend, "last").message();
      assertThat(proxy.cuts()).isEqualTo(1);
      assertThat(cut.seq()).isEqualTo(2);
      assertThat(fetchAll(backend, TOPIC))
          .extracting(Message::text)
          .containsExactly("one", "cut", "last");
      assertThat(fetchAll(backend, TOPIC)).contains(cut, last);
      eventually("the last is told", () -> told.contains(last));
      assertThat(List.copyOf(told)).isEqualTo(fetchAll(backend, TOPIC));
    }
  }

  @Test
  void post_thatIsNeverAnswered_isNotSaidToHaveChangedNothing() throws Exception {
    try (CuttingProxy proxy = new CuttingProxy(server.address(), "cut")) {
      RedisBackend backend =
          new RedisBackend(
              proxy.address(), "parley:", topic -> 0, Retention.EVERYTHING, Duration.ofSeconds(2));
      backend.connect();
      nodes.add(backend);
      post(backend, "one");
      proxy.shut();
      assertThat(refused(() -> post(backend, "cut"))).isInstanceOf(OutcomeUnknown.class);
      assertThat(refused(() -> post(backend, "next"))).isInstanceOf(Unavailable.class);
      assertThat(fetchAll(node(), TOPIC)).extracting(Message::text).containsExactly("one", "cut");
    }
  }

  /** A part of a transaction, as a server leaves it that is killed while it writes. */
  @Test
  void post_afterAFileWasCutInATransaction_isInItForGood() throws Exception {
    RedisBackend backend = node();
    post(backend, "one");
    post(backend, "cut");
    server.kill();
    server.cutFile("parley:taken:");
    server.run();
    List<Message> posted = new ArrayList<>(fetchAll(backend, TOPIC));
    posted.add(postPatiently(backend, "another"));
    assertThat(posted).extracting(Message::text).containsExactly("one", "another");
    server.kill();
    server.run();
    assertThat(fetchAll(backend, TOPIC)).isEqualTo(posted);
  }

  @Test
  void posts_whileTheServerIsKilled_areTakenOnceOrRefused() throws Exception {
    RedisBackend backend = node();
    Queue<Message> told = follow(backend, TOPIC);
    List<List<Message>> receipts =
        AtOnce.run(
            WRITERS + 1,
            thread -> {
              if (thread == WRITERS) {
                for (int round = 0; round < 3; round++) {
                  eventually("some are told", new Told(told, 50)::isReached);
                  server.kill();
                  server.run();
                }
                return List.of();
              }
              List<Message> mine = new ArrayList<>();
              for (int i = 0; i < 500; i++) {
                mine.add(postPatiently(backend, thread + ":" + i));
              }
              return mine;
            });
    Message last = post(backend, "last").message();
    eventually("the last is told", () -> told.contains(last));
    List<Message> log = fetchAll(backend, TOPIC);
    assertThat(without(told, log)).as("passed on, not in the log").isEmpty();
    assertThat(without(log, told)).as("in the log, not passed on").isEmpty();
    assertThat(told).extracting(Message::text).doesNotHaveDuplicates();
    assertThat(List.copyOf(told)).isEqualTo(log);
    assertThat(told).hasSize(WRITERS * 500 + 1);
    receipts.subList(0, WRITERS).forEach(mine -> assertThat(told).containsSubsequence(mine));
  }

  /** So many more than at first. */
  private record Told(Queue<Message> told, int target) {
    Told {
      target += told.size();
    }

    boolean isReached() {
      return told.size() >= target;
    }
  }

  @Test
  void cursor_ofALogThatIsNoMore_isLost() {
    RedisBackend backend = node();
    Cursor before = post(backend, "one").cursor();
    server.execute(Command.FLUSHALL);
    assertLost(backend, before);
    post(backend, "two");
    assertLost(backend, before);
    Cursor between = post(backend, "three").cursor();
    server.execute(Command.DEL, "parley:log:default:room:nodes");
    assertLost(backend, between);
    assertThat(fetchAll(backend, TOPIC)).isEmpty();
    assertThat(post(backend, "four").message().seq()).isEqualTo(3);
    assertLost(backend, between);
    assertThat(fetchAll(backend, TOPIC)).extracting(Message::text).containsExactly("four");
  }

  @Test
  void cursor_ofMessagesAnOlderCopyDoesNotHave_isLost() {
    RedisBackend backend = node();
    post(backend, "one");
    String[] keys = {"parley:topic:default:room:nodes", "parley:log:default:room:nodes"};
    for (String key : keys) {
      server.execute(Command.COPY, key, "kept:" + key);
    }
    Cursor kept = fetch(backend, Optional.empty()).next();
    Cursor lost = post(backend, "two").cursor();
    for (String key : keys) {
      server.execute(Command.COPY, "kept:" + key, key, "REPLACE");
    }
    assertLost(backend, lost);
    assertThat(fetch(backend, Optional.of(kept)).messages()).isEmpty();
    post(backend, "another two");
    post(backend, "three");
    assertLost(backend, lost);
    assertThat(fetch(backend, Optional.of(kept)).messages()).hasSize(2);
  }

  @Test
  void follower_whoseServerIsEmptied_isToldWhatIsPostedToTheNewLog() {
    RedisBackend backend = node();
    Queue<Message> told = follow(backend, TOPIC);
    for (int i = 0; i < 5; i++) {
      post(backend, "old");
    }
    eventually("all are told", () -> told.size() == 5);
    server.execute(Command.FLUSHALL);
    Message fresh = post(backend, "new").message();
    assertThat(fresh.seq()).isEqualTo(1);
    eventually("the new one is told", () -> told.contains(fresh));
    assertThat(told).hasSize(6);
  }

  @Test
  void scripts_thatTheServerForgot_areLoadedAgain() {
    RedisBackend backend = node();
    post(backend, "one");
    server.execute(Command.SCRIPT, "FLUSH");
    assertThat(post(backend, "two").message().seq()).isEqualTo(2);
  }

  @Test
  void history_pastTheMostMessages_beginsWithTheOldestKept() {
    RedisBackend backend = node(Retention.ofMessages(100));
    Cursor first = post(backend, "m1").cursor();
    for (int i = 2; i <= 1_000; i++) {
      post(backend, "m" + i);
    }
    List<Message> kept = fetchAll(backend, TOPIC);
    assertThat(kept).hasSizeBetween(100, 300);
    assertThat(kept.get(kept.size() - 1).seq()).isEqualTo(1_000);
    MessagePage page = fetch(backend, Optional.of(first));
    assertThat(page.messages().get(0).message()).isEqualTo(kept.get(0));
  }

  @Test
  void history_pastItsAge_isGoneAndPositionsGoOn() {
    RedisBackend backend = node(Retention.ofAge(Duration.ofSeconds(1)));
    Cursor first = post(backend, "one").cursor();
    eventually("it is gone", () -> fetchAll(backend, TOPIC).isEmpty());
    assertThat(fetch(backend, Optional.of(first)).messages()).isEmpty();
    assertThat(post(backend, "two").message().seq()).isEqualTo(2);
    assertThat(fetch(backend, Optional.of(first)).messages()).hasSize(1);
    RedisBackend unbounded = node();
    post(unbounded, "three");
    assertThat(server.execute(Command.PTTL, "parley:log:default:room:nodes")).isEqualTo(-1L);
  }

  @Test
  void history_ofATopicInUse_losesWhatIsPastItsAge() {
    RedisBackend backend = node(Retention.ofAge(Duration.ofSeconds(1)));
    long old = post(backend, "old").message().seq();
    eventually(
        "the old one is gone",
        () -> {
          post(backend, "new");
          return fetchAll(backend, TOPIC).get(0).seq() > old;
        });
  }

  @Test
  void connect_whereNoServerAnswers_isRefused() {
    RedisBackend nowhere =
        new RedisBackend(
            URI.create("redis://127.0.0.1:1"), "parley:", topic -> 0, Retention.EVERYTHING);
    assertThat(refusedCode(nowhere::connect)).isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void connect_whereTheServerMayForget_saysSo() {
    List<String> said = new ArrayList<>();
    Logger log = Logger.getLogger(RedisBackend.class.getName());
    Handler handler =
        new StreamHandler() {
          @Override
          public synchronized void publish(LogRecord record) {
            said.add(new SimpleFormatter().formatMessage(record));
          }
        };
    log.addHandler(handler);
    try (RedisServer forgetful = RedisServer.start()) {
      connectOnce(forgetful);
      assertThat(said).isEmpty();
      forgetful.execute(Command.CONFIG, "SET", "appendfsync", "everysec");
      connectOnce(forgetful);
      forgetful.execute(Command.CONFIG, "SET", "appendonly", "no");
      connectOnce(forgetful);
      assertThat(said).hasSize(2);
      assertThat(said.get(0)).contains("appendfsync");
      assertThat(said.get(1)).contains("append-only");
    } finally {
      log.removeHandler(handler);
    }
  }

  private static void connectOnce(RedisServer server) {
    RedisBackend backend =
        new RedisBackend(server.address(), "parley:", topic -> 0, Retention.EVERYTHING);
    backend.connect();
    backend.disconnect();
  }

  private static void assertLost(RedisBackend backend, Cursor cursor) {
    assertThat(refusedCode(() -> backend.fetchAfter(TOPIC, Optional.of(cursor), 10)))
        .isEqualTo(ProblemCode.POSITION_LOST);
  }

  private static Message postPatiently(RedisBackend backend, String text) {
    List<Message> taken = new ArrayList<>();
    eventually(
        "it is taken",
        () -> {
          try {
            taken.add(post(backend, text).message());
            return true;
          } catch (ParleyException away) {
            assertThat(away.problem()).isInstanceOf(Unavailable.class);
            return false;
          }
        });
    return taken.get(0);
  }

  private static Queue<Message> follow(RedisBackend backend, TopicName topic) {
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    backend.follow(topic, Optional.empty(), stored -> told.add(stored.message()));
    return told;
  }

  private static MessagePage fetch(RedisBackend backend, Optional<Cursor> after) {
    return backend.fetchAfter(TOPIC, after, MAX_POSTS);
  }

  private static List<Message> fetchAll(RedisBackend backend, TopicName topic) {
    return backend.fetchAfter(topic, Optional.empty(), 10_000).messages().stream()
        .map(StoredMessage::message)
        .toList();
  }

  /** The messages of one list that another lacks, in few words. */
  private static List<String> without(Collection<Message> messages, Collection<Message> others) {
    Set<Message> known = Set.copyOf(others);
    return messages.stream()
        .filter(message -> !known.contains(message))
        .map(message -> message.seq() + " " + message.text() + " " + message.sentAt())
        .toList();
  }

  private static StoredMessage post(RedisBackend backend, String text) {
    return post(backend, TOPIC, text);
  }

  private static StoredMessage post(RedisBackend backend, TopicName topic, String text) {
    return backend.post(MessageDraft.of(topic, ALICE, Body.of(text)));
  }

  private static TopicName topic(String room) {
    return TopicName.of(WorkspaceId.DEFAULT, RoomName.of(room));
  }
}

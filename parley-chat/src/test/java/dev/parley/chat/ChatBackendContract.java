package dev.parley.chat;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.chat.ChatEmulation.Seen;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.engine.backend.LogPosition;
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
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.RateLimited;
import dev.parley.spi.IndexedBackendContract;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The contract of each backend, and what all backends of chat systems promise beyond it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ChatBackendContract extends IndexedBackendContract {
  /** Short waits, so that faults cost a test little. */
  protected static final ChatSettings QUICK =
      new ChatSettings(Duration.ofSeconds(20), Duration.ofSeconds(2), Duration.ofMillis(20));

  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("ally"), ConnectionId.of("c1", true));
  private static final Sender BOB =
      new Sender(new AgentId("bob"), Nickname.of("bob"), new ConnectionId("c2"));

  private final List<ChatBackend> others = new ArrayList<>();
  private final List<LogDatabase> otherLogs = new ArrayList<>();
  private LogDatabase database;
  private ChatEmulation emulation;

  /** A system without messages. */
  protected abstract ChatEmulation newEmulation() throws Exception;

  /** The topics to which these tests post, for a system that needs a room for each beforehand. */
  protected static final List<TopicName> TOPICS =
      List.of(
          topic("planning"),
          topic("review"),
          topic("nowhere"),
          topic("indexed"),
          topic("keys"),
          topic("elsewhere"),
          topic("a-name-that-has-32-letters-in-it"),
          TopicName.of(new WorkspaceId("other"), RoomName.of("planning")));

  @BeforeAll
  final void openDatabase() {
    database = new LogDatabase();
  }

  @AfterAll
  final void closeDatabase() {
    database.close();
  }

  @Override
  protected final ChatBackend newBackend() throws Exception {
    if (emulation != null) {
      dispose();
    }
    database.clear();
    emulation = newEmulation();
    return backend(database);
  }

  private ChatBackend backend(LogDatabase over) {
    return new ChatBackend(emulation.system(), over.log(), QUICK, InstantSource.system());
  }

  /** The system of the test that runs. */
  protected final ChatEmulation emulation() {
    return emulation;
  }

  /** Another Parley with the same account, connected. */
  protected final ChatBackend otherParley() {
    LogDatabase own = new LogDatabase();
    otherLogs.add(own);
    ChatBackend other = backend(own);
    others.add(other);
    other.connect();
    return other;
  }

  @Override
  protected final void dispose() {
    others.forEach(ChatBackend::disconnect);
    others.clear();
    otherLogs.forEach(LogDatabase::close);
    otherLogs.clear();
    if (emulation != null) {
      emulation.close();
      emulation = null;
    }
  }

  @Override
  protected final Cursor cursorOf(StoredMessage other, long seq, MessageId id) {
    return LogPosition.after(other.cursor().value().split("-", -1)[0], seq, id);
  }

  /** The backend of the test, connected. */
  protected final ChatBackend chat() throws Exception {
    ChatBackend backend = newBackend();
    backend.connect();
    others.add(backend);
    return backend;
  }

  @Test
  final void person_writes_andIsTheSenderWithASteadyName() throws Exception {
    ChatBackend backend = chat();
    Queue<Message> messages = follow(backend, "planning");
    backend.post(draft("planning", ALICE, "Who is here?"));
    emulation.write(topic("planning"), "Zoë Miller", "I am", Optional.empty());
    emulation.write(topic("planning"), "Zoë Miller", "still here", Optional.empty());
    eventually("all three came", () -> messages.size() == 3);
    List<Message> all = List.copyOf(messages);
    assertThat(all).extracting(Message::text).containsExactly("Who is here?", "I am", "still here");
    Sender zoe = all.get(1).sender();
    assertThat(zoe.agent().value()).startsWith(backend.name() + ".");
    assertThat(zoe.isVerified()).isTrue();
    assertThat(all.get(2).sender()).isEqualTo(zoe);
  }

  @Test
  final void reply_isOneOnBothSides() throws Exception {
    ChatBackend backend = chat();
    Queue<Message> messages = follow(backend, "planning");
    Message question = backend.post(draft("planning", ALICE, "YAML or JSON?")).message();
    String asked = emulation.room(topic("planning")).get(0).id();
    String answered = emulation.write(topic("planning"), "zoe", "YAML", Optional.of(asked));
    eventually("the answer came", () -> messages.size() == 2);
    Message answer = List.copyOf(messages).get(1);
    assertThat(answer.draft().inReplyTo()).contains(question.id());

    backend.post(
        new MessageDraft(topic("planning"), BOB, Body.of("Fine."), Optional.of(answer.id())));
    Seen last = emulation.room(topic("planning")).get(2);
    assertThat(last.inReplyTo()).contains(answered);
  }

  @Test
  final void people_readWhoSaidIt() throws Exception {
    ChatBackend backend = chat();
    backend.post(draft("planning", ALICE, "I take the *parser*."));
    Seen seen = emulation.room(topic("planning")).get(0);
    assertThat(seen.text()).contains("ally (alice):").contains("I take the *parser*.");
  }

  @Test
  final void otherParley_getsTheSenderTheTextAndTheReply() throws Exception {
    ChatBackend backend = chat();
    assumeTrue(emulation.isShared(), "one login of an account gets its messages");
    Message first = backend.post(draft("planning", ALICE, "one")).message();
    backend.post(new MessageDraft(topic("planning"), BOB, Body.of("two"), Optional.of(first.id())));
    ChatBackend other = otherParley();
    Queue<Message> there = follow(other, "planning", Cursor.BEGINNING);
    eventually("both came", () -> there.size() == 2);
    backend.post(draft("planning", ALICE, "three"));
    eventually("the third came", () -> there.size() == 3);
    List<Message> all = List.copyOf(there);
    assertThat(all).extracting(Message::text).containsExactly("one", "two", "three");
    assertThat(all)
        .extracting(message -> message.sender().agent().value())
        .containsExactly("alice", "bob", "alice");
    assertThat(all.get(0).sender().nickname().value()).isEqualTo("ally");
    assertThat(all.get(1).draft().inReplyTo()).contains(all.get(0).id());
  }

  @Test
  final void longText_ofAnyLanguage_comesWhole() throws Exception {
    ChatBackend backend = chat();
    Queue<Message> here = follow(backend, "planning");
    String text = anyText(Body.MAX_BYTES);
    Message posted = backend.post(draft("planning", ALICE, text)).message();
    assertThat(posted.text()).isEqualTo(text);
    eventually("it came", () -> here.size() == 1);
    assertThat(here.element()).isEqualTo(posted);
    if (emulation.isShared()) {
      Queue<Message> there = follow(otherParley(), "planning", Cursor.BEGINNING);
      eventually("it came there", () -> there.size() == 1);
      assertThat(there.element().text()).isEqualTo(text);
    }
  }

  @Test
  final void oddNames_haveRoomsOfTheirOwn() throws Exception {
    ChatBackend backend = chat();
    for (TopicName topic : TOPICS) {
      backend.post(MessageDraft.of(topic, ALICE, Body.of("in " + topic)));
    }
    for (TopicName topic : TOPICS) {
      assertThat(texts(backend, topic)).containsExactly("in " + topic);
      assertThat(emulation.room(topic)).hasSize(1);
    }
  }

  @Test
  final void interruption_isFilled() throws Exception {
    ChatBackend backend = chat();
    Queue<Message> messages = follow(backend, "planning");
    backend.post(draft("planning", ALICE, "before"));
    emulation.away(true);
    emulation.cut();
    emulation.away(false);
    emulation.write(topic("planning"), "zoe", "meanwhile", Optional.empty());
    backend.post(draft("planning", ALICE, "after"));
    eventually("all came", () -> messages.size() == 3);
    assertThat(messages).extracting(Message::text).containsExactly("before", "meanwhile", "after");
  }

  @Test
  final void restart_doublesNothingAndMissesNothing() throws Exception {
    ChatBackend backend = chat();
    backend.post(draft("planning", ALICE, "one"));
    backend.post(draft("planning", ALICE, anyText(6_000)));
    eventually("both are there", () -> texts(backend, topic("planning")).size() == 2);
    backend.disconnect();
    emulation.write(topic("planning"), "zoe", "while you were away", Optional.empty());
    backend.connect();
    follow(backend, "planning");
    backend.post(draft("planning", BOB, "two"));
    eventually("all are there", () -> texts(backend, topic("planning")).size() >= 4);
    assertThat(texts(backend, topic("planning")))
        .startsWith("one")
        .endsWith("while you were away", "two")
        .hasSize(4);
  }

  @Test
  final void rateLimit_slowsTheSender() throws Exception {
    ChatBackend backend = chat();
    assumeTrue(emulation.makesFaults());
    backend.post(draft("planning", ALICE, "first"));
    emulation.faults().next(Fault.LIMIT, 1);
    emulation.faults().next(Fault.LIMIT_WITHOUT_HEADER, 1);
    backend.post(draft("planning", ALICE, "second"));
    assertThat(texts(backend, topic("planning"))).containsExactly("first", "second");
    assertThat(emulation.room(topic("planning"))).hasSize(2);
  }

  @Test
  final void rateLimit_thatLasts_isRefusedWithTheTimeOfTheNextTry() throws Exception {
    ChatBackend backend = impatient();
    assumeTrue(emulation.makesFaults());
    backend.post(draft("planning", ALICE, "first"));
    emulation.faults().share(Fault.LIMIT, 1);
    assertThat(refused(() -> backend.post(draft("planning", ALICE, "second"))))
        .isInstanceOfSatisfying(
            RateLimited.class, limited -> assertThat(limited.retryAfter()).isPositive());
    emulation.faults().clear();
    assertThat(texts(backend, topic("planning"))).containsExactly("first");
  }

  /** A backend of little patience. */
  private ChatBackend impatient() throws Exception {
    chat().disconnect();
    ChatBackend backend =
        new ChatBackend(
            emulation.system(),
            database.log(),
            new ChatSettings(Duration.ofMillis(100), QUICK.echo(), QUICK.retry()),
            InstantSource.system());
    others.add(backend);
    backend.connect();
    return backend;
  }

  /** A system without a history refuses otherwise where a post may have been sent. */
  @Test
  final void outage_refusesNoPost_asTooFast() throws Exception {
    ChatBackend backend = impatient();
    backend.post(draft("planning", ALICE, "first"));
    emulation.away(true);
    emulation.cut();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Problem>> posts = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        String text = "during the outage " + i;
        posts.add(() -> refused(() -> backend.post(draft("planning", BOB, text))));
      }
      for (Future<Problem> post : pool.invokeAll(posts)) {
        assertThat(post.get().code()).isNotEqualTo(ProblemCode.RATE_LIMITED);
      }
    } finally {
      pool.shutdownNow();
      emulation.away(false);
    }
  }

  @Test
  final void messages_byFourWritersAmongFaults_areInOneOrderOnce() throws Exception {
    postAmongFaults(100);
  }

  /** Posts {@code each} messages by four writers while all faults are made. */
  protected final void postAmongFaults(int each) throws Exception {
    ChatBackend backend = chat();
    WritersAmongFaults writers =
        new WritersAmongFaults(backend, emulation, topic("planning"), each);
    writers.write();
    writers.settle();
    writers.assertAllOnceInOneOrder();
  }

  private static String anyText(int bytes) {
    Random random = new Random(7);
    String letters = "aZ9 äß€漢字😀👩‍🚀ש\n*_`~<>&@#|\\[](){}\"'";
    int[] points = letters.codePoints().toArray();
    StringBuilder text = new StringBuilder("begin ");
    while (text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length < bytes - 10) {
      text.appendCodePoint(points[random.nextInt(points.length)]);
    }
    return text.append(" end").toString();
  }

  /** Follows a room from now on. */
  protected static Queue<Message> follow(ChatBackend backend, String room) {
    Queue<Message> messages = new ConcurrentLinkedQueue<>();
    backend.follow(topic(room), Optional.empty(), stored -> messages.add(stored.message()));
    return messages;
  }

  /** Follows a room from a cursor on. */
  protected static Queue<Message> follow(ChatBackend backend, String room, Cursor from) {
    Queue<Message> messages = new ConcurrentLinkedQueue<>();
    backend.follow(topic(room), Optional.of(from), stored -> messages.add(stored.message()));
    return messages;
  }

  /** The texts of the newest messages of a topic. */
  protected static List<String> texts(ChatBackend backend, TopicName topic) {
    return backend.fetchAfter(topic, Optional.empty(), 10_000).messages().stream()
        .map(stored -> stored.message().text())
        .collect(Collectors.toList());
  }

  /** A draft. */
  protected static MessageDraft draft(String room, Sender sender, String text) {
    return MessageDraft.of(topic(room), sender, Body.of(text));
  }

  /** A room of the default workspace. */
  protected static TopicName topic(String room) {
    return TopicName.of(WorkspaceId.DEFAULT, RoomName.of(room));
  }

  /** Alice, who is verified. */
  protected static Sender alice() {
    return ALICE;
  }
}

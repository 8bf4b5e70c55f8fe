package dev.parley.spi;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

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
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.PositionLost;
import dev.parley.problem.ProblemCode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link MessageBackend} promises. A backend's test extends this and says how one is
 * made; the names of the methods are the rules.
 *
 * <p>No rule posts more than {@link #MAX_POSTS} messages to one topic.
 */
public abstract class MessageBackendContract {
  /** As many messages of one topic have to stay readable for these rules. */
  protected static final int MAX_POSTS = 1_000;

  private static final MessageId ANOTHER_ID = new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  private static final int THREADS = 8;
  private static final int POSTS_EACH = 100;

  private MessageBackend backend;

  /** A backend over a store that holds nothing, not connected yet. */
  protected abstract MessageBackend newBackend() throws Exception;

  /**
   * The cursor this store would have given out right after a message {@code id} at position {@code
   * seq} of the log that has {@code other}: a store that was put back to an older copy has given
   * out such cursors of messages it has no more.
   */
  protected abstract Cursor cursorOf(StoredMessage other, long seq, MessageId id);

  /** Takes away what {@link #newBackend} made, after it was disconnected. */
  protected void dispose() throws Exception {}

  @BeforeEach
  final void connect() throws Exception {
    backend = newBackend();
    backend.connect();
  }

  /** The backend of the rule that runs, connected. */
  final MessageBackend connected() {
    return backend;
  }

  @AfterEach
  final void disconnect() throws Exception {
    backend.disconnect();
    dispose();
  }

  @Test
  void post_toATopicThatIsAbsent_makesIt() {
    StoredMessage stored = post("planning", "hi");
    assertThat(fetchAll("planning")).containsExactly(stored.message());
    assertThat(stored.message().seq()).isPositive();
  }

  @Test
  void post_answersWithTheWholeDraft() {
    MessageDraft draft =
        new MessageDraft(
            topic("planning"),
            new Sender(new AgentId("alice"), Nickname.of("ally"), ConnectionId.of("alice", true)),
            Body.of("ä€😀\n<channel>\u0000"),
            Optional.of(new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV")));
    Message answered = backend.post(draft).message();
    assertThat(answered.draft()).isEqualTo(draft);
    assertThat(answered.sentAt()).isEqualTo(answered.sentAt().truncatedTo(ChronoUnit.MILLIS));
    assertThat(answered.sentAt()).isAfter(Instant.EPOCH);
    assertThat(fetchAll("planning")).containsExactly(answered);
    assertThat(answered.sender().isVerified()).isTrue();
  }

  @Test
  void post_afterPost_hasAGreaterPositionAndAnotherId() {
    List<Message> posted = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      posted.add(post("planning", "m" + i).message());
    }
    for (int i = 1; i < posted.size(); i++) {
      assertThat(posted.get(i).seq()).isGreaterThan(posted.get(i - 1).seq());
    }
    assertThat(new HashSet<>(posted.stream().map(Message::id).toList())).hasSize(100);
  }

  @Test
  void post_byManyAtOnce_makesOneOrderForFollowersAndReaders() throws Exception {
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    follow("planning", told);
    List<List<Message>> receipts =
        AtOnce.run(
            THREADS,
            thread -> {
              List<Message> mine = new ArrayList<>();
              for (int i = 0; i < POSTS_EACH; i++) {
                mine.add(post("planning", thread + ":" + i).message());
              }
              return mine;
            });
    int all = THREADS * POSTS_EACH;
    eventually("all are told", () -> told.size() >= all);
    assertThat(told).hasSize(all);
    assertThat(List.copyOf(told)).isEqualTo(fetchAll("planning"));
    assertThat(told.stream().map(Message::seq).toList()).isSorted();
    assertThat(told.stream().map(Message::seq)).doesNotHaveDuplicates();
    for (List<Message> mine : receipts) {
      assertThat(told).containsSubsequence(mine);
    }
  }

  @Test
  void follow_tellsNothingThatWasPostedBefore() {
    post("planning", "before");
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    follow("planning", told);
    post("planning", "after");
    eventually("the one after is told", () -> !told.isEmpty());
    assertThat(told).extracting(Message::text).containsExactly("after");
  }

  @Test
  void follow_whileOthersPost_missesNothingPostedAfterItReturned() throws Exception {
    for (int round = 0; round < 40; round++) {
      Queue<Message> told = new ConcurrentLinkedQueue<>();
      AtomicInteger begun = new AtomicInteger();
      List<Integer> begunWhenItReturned =
          AtOnce.run(
              2,
              thread -> {
                if (thread == 0) {
                  follow("planning", told);
                  return begun.get();
                }
                for (int i = 0; i < 20; i++) {
                  post("planning", Integer.toString(begun.getAndIncrement()));
                }
                return 0;
              });
      Message last = post("planning", "last").message();
      eventually("the last is told", () -> told.contains(last));
      assertThat(fetchAll("planning")).endsWith(told.toArray(new Message[0]));
      String first = told.element().text();
      assertThat(first.equals("last") ? begun.get() : Integer.parseInt(first))
          .isLessThanOrEqualTo(begunWhenItReturned.get(0));
    }
  }

  @Test
  void follow_isNeverToldOfTwoAtATime() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger told = new AtomicInteger();
    backend.follow(
        topic("planning"),
        Optional.empty(),
        stored -> {
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          Thread.onSpinWait();
          inside.decrementAndGet();
          told.incrementAndGet();
        });
    AtOnce.run(
        THREADS,
        thread -> {
          for (int i = 0; i < POSTS_EACH; i++) {
            post("planning", "m");
          }
          return thread;
        });
    eventually("all are told", () -> told.get() == THREADS * POSTS_EACH);
    assertThat(most).hasValue(1);
  }

  @Test
  void follow_byTwo_tellsBothTheSame() {
    Queue<Message> one = new ConcurrentLinkedQueue<>();
    Queue<Message> other = new ConcurrentLinkedQueue<>();
    follow("planning", one);
    follow("planning", other);
    List<Message> posted = postMany("planning", 5);
    eventually("both are told", () -> one.size() == 5 && other.size() == 5);
    assertThat(one).containsExactlyElementsOf(posted);
    assertThat(other).containsExactlyElementsOf(posted);
  }

  @Test
  void follow_tellsOfNoOtherTopic() {
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    follow("planning", told);
    post("review", "elsewhere");
    backend.post(
        MessageDraft.of(
            TopicName.of(new WorkspaceId("other"), RoomName.of("planning")),
            sender("alice"),
            Body.of("in another workspace")));
    post("planning", "here");
    eventually("one is told", () -> !told.isEmpty());
    assertThat(told).extracting(Message::text).containsExactly("here");
  }

  @Test
  void follow_fromTheBeginning_getsWhatIsKeptAndThenTheNew() {
    List<Message> all = new ArrayList<>(postMany("planning", 5));
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    followFrom("planning", Cursor.BEGINNING, told);
    all.addAll(postMany("planning", 5));
    eventually("all are told", () -> told.size() >= 10);
    assertThat(told).containsExactlyElementsOf(all);
  }

  @Test
  void follow_fromTheBeginningOfATopicThatIsAbsent_getsTheFirst() {
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    followFrom("planning", Cursor.BEGINNING, told);
    List<Message> posted = postMany("planning", 3);
    eventually("all are told", () -> told.size() >= 3);
    assertThat(told).containsExactlyElementsOf(posted);
  }

  @Test
  void follow_fromACursor_getsWhatComesAfterIt() {
    post("planning", "before");
    Cursor from = post("planning", "there").cursor();
    List<Message> after = new ArrayList<>(postMany("planning", 2));
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    followFrom("planning", from, told);
    after.addAll(postMany("planning", 2));
    eventually("all are told", () -> told.size() >= 4);
    assertThat(told).containsExactlyElementsOf(after);
  }

  @Test
  void follow_fromACursorBesideOneFromNow_tellsEachItsOwn() {
    Queue<Message> fromNow = new ConcurrentLinkedQueue<>();
    Queue<Message> fromStart = new ConcurrentLinkedQueue<>();
    Message first = post("planning", "first").message();
    follow("planning", fromNow);
    Message second = post("planning", "second").message();
    followFrom("planning", Cursor.BEGINNING, fromStart);
    Message third = post("planning", "third").message();
    eventually("both are told", () -> fromNow.size() >= 2 && fromStart.size() >= 3);
    assertThat(fromNow).containsExactly(second, third);
    assertThat(fromStart).containsExactly(first, second, third);
  }

  @Test
  void follow_fromTheBeginningWhileOthersPost_missesNothingAndRepeatsNothing() throws Exception {
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    AtOnce.run(
        4,
        thread -> {
          if (thread == 0) {
            followFrom("planning", Cursor.BEGINNING, told);
          } else {
            postMany("planning", POSTS_EACH);
          }
          return thread;
        });
    eventually("all are told", () -> told.size() >= 3 * POSTS_EACH);
    assertThat(List.copyOf(told)).isEqualTo(fetchAll("planning"));
  }

  @Test
  void follow_fromWhatIsNoCursorOfThisTopic_isRefusedAndFollowsNothing() {
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    StoredMessage other = post("review", "elsewhere");
    post("planning", "here");
    assertThat(refusedCode(() -> followFrom("planning", new Cursor("nonsense"), told)))
        .isEqualTo(ProblemCode.INVALID_ARGUMENT);
    assertThat(refusedCode(() -> followFrom("planning", other.cursor(), told)))
        .isEqualTo(ProblemCode.POSITION_LOST);
    post("planning", "next");
    assertThat(fetchAll("planning")).hasSize(2);
    assertThat(told).isEmpty();
  }

  @Test
  void follower_thatThrows_isToldOfTheNextAndHurtsNobody() {
    Queue<Message> throwing = new ConcurrentLinkedQueue<>();
    Queue<Message> calm = new ConcurrentLinkedQueue<>();
    backend.follow(
        topic("planning"),
        Optional.empty(),
        stored -> {
          throwing.add(stored.message());
          throw new IllegalArgumentException("on purpose");
        });
    follow("planning", calm);
    List<Message> posted = postMany("planning", 3);
    eventually("both are told", () -> throwing.size() == 3 && calm.size() == 3);
    assertThat(throwing).containsExactlyElementsOf(posted);
    assertThat(calm).containsExactlyElementsOf(posted);
  }

  @Test
  void follower_isToldTheCursorRightAfterTheMessage() {
    Queue<StoredMessage> told = new ConcurrentLinkedQueue<>();
    backend.follow(topic("planning"), Optional.empty(), told::add);
    StoredMessage answered = post("planning", "one");
    Message next = post("planning", "two").message();
    eventually("both are told", () -> told.size() == 2);
    for (StoredMessage one : List.of(answered, told.element())) {
      MessagePage after = backend.fetchAfter(topic("planning"), Optional.of(one.cursor()), 10);
      assertThat(messages(after)).containsExactly(next);
    }
  }

  @Test
  void close_endsThisSubscriptionAlone() {
    Queue<Message> closed = new ConcurrentLinkedQueue<>();
    Queue<Message> open = new ConcurrentLinkedQueue<>();
    Subscription subscription = follow("planning", closed);
    follow("planning", open);
    post("planning", "one");
    eventually("both are told", () -> closed.size() == 1 && open.size() == 1);
    subscription.close();
    subscription.close();
    post("planning", "two");
    eventually("the open one is told", () -> open.size() == 2);
    assertThat(closed).hasSize(1);
  }

  @Test
  void close_ofOneConsumerThatFollowsTwice_leavesTheOther() {
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    Subscription one = follow("planning", told);
    follow("planning", told);
    one.close();
    one.close();
    post("planning", "one");
    post("planning", "two");
    eventually("two are told", () -> told.size() >= 2);
    assertThat(told).extracting(Message::text).containsExactly("one", "two");
  }

  @Test
  void disconnect_endsEverySubscriptionForGood() {
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    Queue<Message> fresh = new ConcurrentLinkedQueue<>();
    Subscription old = follow("planning", told);
    follow("review", told);
    backend.disconnect();
    backend.disconnect();
    backend.connect();
    follow("planning", fresh);
    follow("review", fresh);
    old.close();
    post("planning", "one");
    post("review", "two");
    eventually("the new ones are told", () -> fresh.size() == 2);
    assertThat(told).isEmpty();
  }

  @Test
  void disconnect_whileAFollowerIsCalled_returnsAfterIt() throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicBoolean left = new AtomicBoolean();
    backend.follow(
        topic("planning"),
        Optional.empty(),
        stored -> {
          called.countDown();
          awaitUninterruptibly(release);
          left.set(true);
        });
    Thread poster = new Thread(() -> post("planning", "hi"));
    Thread disconnecter = new Thread(backend::disconnect);
    poster.start();
    try {
      assertThat(called.await(20, TimeUnit.SECONDS)).isTrue();
      disconnecter.start();
      eventually("it waits or is done", () -> !isRunning(disconnecter));
      assertThat(disconnecter.isAlive()).as("it waits for the follower").isTrue();
    } finally {
      release.countDown();
    }
    disconnecter.join(20_000);
    poster.join(20_000);
    assertThat(disconnecter.isAlive()).isFalse();
    assertThat(left).isTrue();
  }

  @Test
  void anyCall_outsideOfAConnection_isAProgrammersError() throws Exception {
    backend.disconnect();
    assertRefusesEverything(backend);
    backend.connect();
    assertThat(post("planning", "again").message().text()).isEqualTo("again");

    backend.disconnect();
    dispose();
    backend = newBackend();
    assertRefusesEverything(backend);
  }

  @Test
  void connect_afterDisconnect_numbersGoOn() {
    long before = post("planning", "one").message().seq();
    backend.disconnect();
    backend.connect();
    assertThat(post("planning", "two").message().seq()).isGreaterThan(before);
  }

  @Test
  void fetchAfter_ofATopicNobodyPostedTo_isEmptyWithACursorThatWorks() {
    MessagePage empty = backend.fetchAfter(topic("nowhere"), Optional.empty(), 10);
    assertThat(empty.messages()).isEmpty();
    assertThat(empty.hasMore()).isFalse();
    Message first = post("nowhere", "first").message();
    MessagePage next = backend.fetchAfter(topic("nowhere"), Optional.of(empty.next()), 10);
    assertThat(messages(next)).containsExactly(first);
  }

  @Test
  void fetchAfter_withoutACursor_answersTheMostRecentInOrder() {
    List<Message> posted = postMany("planning", 10);
    MessagePage page = backend.fetchAfter(topic("planning"), Optional.empty(), 4);
    assertThat(messages(page)).isEqualTo(posted.subList(6, 10));
    assertThat(page.hasMore()).isFalse();
  }

  @Test
  void fetchAfter_aCursor_excludesItAndWalksPageByPage() {
    List<Message> posted = postMany("planning", 10);
    Cursor at = new ArrayList<>(fetch("planning", Optional.empty(), 10).messages()).get(0).cursor();
    MessagePage one = fetch("planning", Optional.of(at), 4);
    assertThat(messages(one)).isEqualTo(posted.subList(1, 5));
    assertThat(one.hasMore()).isTrue();
    MessagePage two = fetch("planning", Optional.of(one.next()), 4);
    assertThat(messages(two)).isEqualTo(posted.subList(5, 9));
    assertThat(two.hasMore()).isTrue();
    MessagePage three = fetch("planning", Optional.of(two.next()), 4);
    assertThat(messages(three)).isEqualTo(posted.subList(9, 10));
    assertThat(three.hasMore()).isFalse();
    MessagePage four = fetch("planning", Optional.of(three.next()), 4);
    assertThat(four.messages()).isEmpty();
    assertThat(four.hasMore()).isFalse();
    Message later = post("planning", "later").message();
    assertThat(messages(fetch("planning", Optional.of(four.next()), 4))).containsExactly(later);
  }

  @Test
  void fetchAfter_withExactlyAsManyAsTheLimit_hasNoMore() {
    StoredMessage first = post("planning", "one");
    postMany("planning", 4);
    assertThat(fetch("planning", Optional.of(first.cursor()), 4).hasMore()).isFalse();
    assertThat(fetch("planning", Optional.of(first.cursor()), 3).hasMore()).isTrue();
  }

  @Test
  void fetchAfter_theSameCursorAgain_answersTheSame() {
    StoredMessage first = post("planning", "one");
    postMany("planning", 5);
    MessagePage once = fetch("planning", Optional.of(first.cursor()), 3);
    assertThat(fetch("planning", Optional.of(first.cursor()), 3)).isEqualTo(once);
    assertThat(fetch("planning", Optional.of(new Cursor(first.cursor().value())), 3))
        .isEqualTo(once);
  }

  @Test
  void fetchAfter_whatIsNoCursor_isRefused() {
    post("planning", "one");
    for (String wrong : List.of("", "no cursor", "9".repeat(40), "1;2", "\u0000")) {
      assertThat(refusedCode(() -> fetch("planning", Optional.of(new Cursor(wrong)), 10)))
          .as(wrong)
          .isEqualTo(ProblemCode.INVALID_ARGUMENT);
    }
  }

  @Test
  void fetchAfter_theBeginning_readsFromTheOldestOn() {
    assertThat(fetch("planning", Optional.of(Cursor.BEGINNING), 10).messages()).isEmpty();
    List<Message> posted = postMany("planning", 5);
    MessagePage page = fetch("planning", Optional.of(Cursor.BEGINNING), 3);
    assertThat(messages(page)).isEqualTo(posted.subList(0, 3));
    assertThat(page.hasMore()).isTrue();
  }

  @Test
  void fetchAfter_aCursorPastTheEnd_isRefused() {
    postMany("planning", 2);
    StoredMessage last = post("planning", "last");
    long end = last.message().seq();
    assertThat(fetch("planning", Optional.of(last.cursor()), 10).messages()).isEmpty();
    for (long past : new long[] {end + 1, end + 1_000}) {
      Optional<Cursor> lost = Optional.of(cursorOf(last, past, ANOTHER_ID));
      assertThat(refused(() -> fetch("planning", lost, 10)))
          .isEqualTo(new PositionLost("planning", PositionLost.Reason.PAST_THE_END));
    }
    Message next = post("planning", "next").message();
    assertThat(messages(fetch("planning", Optional.of(last.cursor()), 10))).containsExactly(next);
  }

  @Test
  void fetchAfter_aCursorOfAMessageThatWasLost_isRefusedHoweverFarTheLogHasGrown() {
    StoredMessage first = post("planning", "n1");
    long seq = first.message().seq() + 1;
    Optional<Cursor> lost = Optional.of(cursorOf(first, seq, ANOTHER_ID));
    assertThat(refusedCode(() -> fetch("planning", lost, 10))).isEqualTo(ProblemCode.POSITION_LOST);
    assertThat(post("planning", "n2").message().seq()).isEqualTo(seq);
    for (int grown = 0; grown < 3; grown++) {
      assertThat(refused(() -> fetch("planning", lost, 1)))
          .isEqualTo(new PositionLost("planning", PositionLost.Reason.ANOTHER_MESSAGE));
      post("planning", "more");
    }
  }

  @Test
  void fetchAfter_aCursorOfAnotherTopic_isRefused() {
    Cursor elsewhere = post("review", "one").cursor();
    for (int posted = 0; posted < 2; posted++) {
      assertThat(refused(() -> fetch("planning", Optional.of(elsewhere), 10)))
          .isEqualTo(new PositionLost("planning", PositionLost.Reason.ANOTHER_LOG));
      post("planning", "one");
    }
  }

  @Test
  void fetchAfter_withALimitBelow1_isRefused() {
    for (int limit : new int[] {0, -1, Integer.MIN_VALUE}) {
      assertThat(refusedCode(() -> fetch("planning", Optional.empty(), limit)))
          .isEqualTo(ProblemCode.INVALID_ARGUMENT);
    }
    assertThat(fetch("planning", Optional.empty(), Integer.MAX_VALUE).messages()).isEmpty();
  }

  @Test
  void resolveIdentity_isSteadyAndTellsAgentsApart() {
    String alice = backend.resolveIdentity(new AgentId("alice"));
    assertThat(alice).isNotBlank().isEqualTo(backend.resolveIdentity(new AgentId("alice")));
    assertThat(backend.resolveIdentity(new AgentId("bob"))).isNotEqualTo(alice);
  }

  private static boolean isRunning(Thread thread) {
    return thread.getState() == Thread.State.RUNNABLE || thread.getState() == Thread.State.NEW;
  }

  /** A backend may interrupt the thread that calls a follower when it is disconnected. */
  private static void awaitUninterruptibly(CountDownLatch latch) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (latch.getCount() > 0 && System.nanoTime() - until < 0) {
      try {
        var unused = latch.await(20, TimeUnit.SECONDS);
      } catch (InterruptedException goesOn) {
        // the follower is not done before the latch is
      }
    }
  }

  private static void assertRefusesEverything(MessageBackend away) {
    assertThatIllegalStateException().isThrownBy(() -> away.post(draft("planning", "hi")));
    assertThatIllegalStateException()
        .isThrownBy(() -> away.follow(topic("planning"), Optional.empty(), stored -> {}));
    assertThatIllegalStateException()
        .isThrownBy(() -> away.fetchAfter(topic("planning"), Optional.empty(), 1));
    assertThatIllegalStateException().isThrownBy(() -> away.resolveIdentity(new AgentId("alice")));
  }

  private StoredMessage post(String room, String text) {
    return backend.post(draft(room, text));
  }

  private List<Message> postMany(String room, int count) {
    List<Message> posted = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      posted.add(post(room, "m" + i).message());
    }
    return posted;
  }

  private Subscription follow(String room, Collection<Message> told) {
    return backend.follow(topic(room), Optional.empty(), stored -> told.add(stored.message()));
  }

  private Subscription followFrom(String room, Cursor from, Collection<Message> told) {
    return backend.follow(topic(room), Optional.of(from), stored -> told.add(stored.message()));
  }

  private MessagePage fetch(String room, Optional<Cursor> after, int limit) {
    return backend.fetchAfter(topic(room), after, limit);
  }

  private List<Message> fetchAll(String room) {
    return messages(fetch(room, Optional.empty(), MAX_POSTS));
  }

  private static List<Message> messages(MessagePage page) {
    return page.messages().stream().map(StoredMessage::message).toList();
  }

  private static MessageDraft draft(String room, String text) {
    return MessageDraft.of(topic(room), sender("alice"), Body.of(text));
  }

  private static TopicName topic(String room) {
    return TopicName.of(WorkspaceId.DEFAULT, RoomName.of(room));
  }

  private static Sender sender(String name) {
    return new Sender(new AgentId(name), Nickname.of(name), new ConnectionId(name));
  }
}

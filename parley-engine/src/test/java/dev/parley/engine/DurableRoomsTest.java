package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.MessageArrived;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.DurableTopics;
import dev.parley.message.Message;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.ProblemCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The promises of durable rooms, on every store. */
@OnStores
class DurableRoomsTest extends OpenRooms {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final Optional<MessageId> NOTHING = Optional.empty();
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final int SENDERS = 4;
  private static final int EACH = 50;

  @Test
  void post_isPushedToMembersAndReadByAnybodyButNotHeardByItsSender() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    Queue<Message> byAlice = joined(alice, "ally");
    Queue<Message> byBob = joined(bob, "bob");
    Message posted = alice.topics().post(PLANNING, Body.of("kept"), NOTHING);
    eventually("bob hears it", () -> !byBob.isEmpty());
    assertThat(byBob).containsExactly(posted);
    assertThat(posted.sender().nickname()).isEqualTo(Nickname.of("ally"));
    assertThat(read(connect("carol"))).containsExactly(posted);
    assertThat(byAlice).isEmpty();
  }

  @Test
  void post_byOneWhoIsNotInTheRoom_carriesItsOwnName() {
    Message posted = connect("gpt-4.1").topics().post(PLANNING, Body.of("from outside"), NOTHING);
    assertThat(posted.sender().agent()).hasToString("gpt-4.1");
    assertThat(posted.sender().shownAs()).isEqualTo("gpt-4.1 (not in the room)");
    assertThat(read(connect("carol"))).containsExactly(posted);
  }

  @Test
  void post_byANonMemberWhoseIdIsAMembersNickname_isNotShownUnderIt() {
    Connection member = connect("y-agent");
    joined(member, "bob");
    Message own = member.topics().post(PLANNING, Body.of("mine"), NOTHING);
    Message others = connect("bob").topics().post(PLANNING, Body.of("not his"), NOTHING);
    assertThat(own.sender().shownAs()).isEqualTo("bob");
    assertThat(others.sender().shownAs()).isEqualTo("bob (not in the room)");
  }

  @Test
  void post_byNonMembersOf64Characters_isShownUnderTheWholeId() {
    String most = "a".repeat(63);
    Message one = connect(most + "1").topics().post(PLANNING, Body.of("one"), NOTHING);
    Message two = connect(most + "2").topics().post(PLANNING, Body.of("two"), NOTHING);
    assertThat(one.sender().shownAs()).startsWith(most + "1 ");
    assertThat(two.sender().shownAs()).startsWith(most + "2 ");
    assertThat(read(connect("carol"))).containsExactly(one, two);
  }

  @Test
  void post_again_underItsKey_isOneMessage_alsoAsASendAndAfterARestart() {
    IdempotencyKey key = new IdempotencyKey("k");
    Message first;
    try (Parley before = builder("restarted").build()) {
      first = connect(before, "alice").topics().post(PLANNING, Body.of("once"), NOTHING, key);
    }
    try (Parley after = builder("restarted").build()) {
      Connection alice = connect(after, "alice");
      joined(alice, "ally");
      Message again = alice.topics().post(PLANNING, Body.of("once"), NOTHING, key);
      assertThat(again.id()).isEqualTo(first.id());
      assertThat(again.seq()).isEqualTo(first.seq());
      assertThat(alice.rooms().send(PLANNING, Body.of("once"), key).messageId())
          .isEqualTo(first.id());
      assertThat(
              refusedCode(
                  () ->
                      alice.topics().post(PLANNING, Body.of("once"), Optional.of(first.id()), key)))
          .isEqualTo(ProblemCode.KEY_REUSED);
      assertThat(read(alice)).extracting(Message::text).containsExactly("once");
    }
  }

  @Test
  void send_toADurableRoom_isKept() {
    Connection alice = connect("alice");
    joined(alice, "alice");
    alice.topics().post(PLANNING, Body.of("one"), NOTHING);
    assertThat(alice.rooms().send(PLANNING, Body.of("two")).seq()).isEqualTo(2);
    assertThat(read(alice)).extracting(Message::text).containsExactly("one", "two");
  }

  @Test
  void firstPost_keepsWhatComesFromThenOnAtPositionsThatGoOn() {
    Connection alice = connect("alice");
    Queue<Message> byBob = joined(connect("bob"), "bob");
    joined(alice, "alice");
    alice.rooms().send(PLANNING, Body.of("said"));
    alice.topics().post(PLANNING, Body.of("kept"), NOTHING);
    eventually("both are heard", () -> byBob.size() == 2);
    assertThat(byBob).extracting(Message::seq).containsExactly(1L, 2L);
    assertThat(read(alice)).extracting(Message::text).containsExactly("kept");
  }

  @Test
  void firstPost_whileOthersSend_losesAndDoublesNothing() throws Exception {
    Queue<Message> heard = joined(connect("listener"), "listener");
    List<List<Long>> receipts =
        AtOnce.run(
            SENDERS + 1,
            sender -> {
              Connection connection = connect("sender-" + sender);
              joined(connection, "s" + sender);
              return IntStream.range(0, EACH)
                  .mapToObj(
                      i ->
                          sender == SENDERS && i == EACH / 2
                              ? connection.topics().post(PLANNING, Body.of("m"), NOTHING).seq()
                              : connection.rooms().send(PLANNING, Body.of("m")).seq())
                  .toList();
            });
    int all = (SENDERS + 1) * EACH;
    eventually("all are heard", () -> heard.size() >= all);
    assertThat(heard).hasSize(all);
    assertThat(heard.stream().map(Message::seq))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, all).boxed().toList());
    receipts.forEach(own -> assertThat(own).isSorted());
    List<Message> kept = read(connect("reader"));
    assertThat(List.copyOf(heard)).endsWith(kept.toArray(new Message[0]));
    assertThat(kept).hasSizeGreaterThan(0);
  }

  @Test
  void restart_keepsMessagesPositionsAndCursors() {
    Cursor cursor;
    try (Parley first = builder("restarted").build()) {
      DurableTopics bus = connect(first, "alice").topics();
      bus.post(PLANNING, Body.of("one"), NOTHING);
      cursor = bus.fetchRecent(PLANNING, Optional.empty(), 10).next();
      bus.post(PLANNING, Body.of("two"), NOTHING);
    }
    try (Parley second = builder("restarted").build()) {
      Connection alice = connect(second, "alice");
      joined(alice, "alice");
      assertThat(alice.rooms().send(PLANNING, Body.of("three")).seq()).isEqualTo(3);
      assertThat(alice.topics().fetchRecent(PLANNING, Optional.of(cursor), 10).messages())
          .extracting(stored -> stored.message().text())
          .containsExactly("two", "three");
    }
  }

  @Test
  void fetchRecent_walksPageByPageAndReadsReplies() {
    DurableTopics bus = connect("alice").topics();
    Message first = bus.post(PLANNING, Body.of("0"), NOTHING);
    for (int i = 1; i < 5; i++) {
      bus.post(PLANNING, Body.of("" + i), Optional.of(first.id()));
    }
    MessagePage newest = bus.fetchRecent(PLANNING, Optional.empty(), 2);
    assertThat(newest.messages()).extracting(DurableRoomsTest::text).containsExactly("3", "4");
    Cursor start = bus.fetchRecent(PLANNING, Optional.empty(), 5).messages().get(0).cursor();
    MessagePage page = bus.fetchRecent(PLANNING, Optional.of(start), 3);
    assertThat(page.messages()).extracting(DurableRoomsTest::text).containsExactly("1", "2", "3");
    assertThat(page.hasMore()).isTrue();
    assertThat(page.messages())
        .allSatisfy(
            stored -> assertThat(stored.message().draft().inReplyTo()).contains(first.id()));
  }

  @Test
  void fetchRecent_ofATopicNobodyPostedTo_isEmptyWithACursorThatWorks() {
    Connection alice = connect("alice");
    joined(alice, "alice");
    alice.rooms().send(PLANNING, Body.of("not kept"));
    MessagePage empty = alice.topics().fetchRecent(PLANNING, Optional.empty(), 10);
    assertThat(empty.messages()).isEmpty();
    Message posted = alice.topics().post(PLANNING, Body.of("kept"), NOTHING);
    assertThat(alice.topics().fetchRecent(PLANNING, Optional.of(empty.next()), 10).messages())
        .extracting(StoredMessage::message)
        .containsExactly(posted);
  }

  @Test
  void fetchRecent_outOfItsBounds_isRefused() {
    DurableTopics bus = connect("alice").topics();
    bus.post(PLANNING, Body.of("one"), NOTHING);
    for (int limit : new int[] {0, -1, DurableTopics.MAX_READ + 1}) {
      assertThat(refusedField(() -> bus.fetchRecent(PLANNING, Optional.empty(), limit)))
          .isEqualTo("limit");
    }
    assertThat(bus.fetchRecent(PLANNING, Optional.empty(), DurableTopics.MAX_READ).messages())
        .hasSize(1);
    Optional<Cursor> wrong = Optional.of(new Cursor("yesterday"));
    assertThat(refusedField(() -> bus.fetchRecent(PLANNING, wrong, 10))).isEqualTo("since");
    assertThat(refused(() -> bus.fetchRecent(PLANNING, wrong, 10)).message())
        .contains("it is no cursor")
        .contains("\"beginning\" to read from the beginning");
    Optional<Cursor> earlier = Optional.of(new Cursor("01ARZ3NDEKTSV4RRFFQ69G5FAV-7"));
    assertThat(refusedCode(() -> bus.fetchRecent(PLANNING, earlier, 10)))
        .isEqualTo(ProblemCode.POSITION_LOST);
  }

  @Test
  void post_fasterThanTheLimit_isRefusedLikeASend() {
    try (Parley limited = builder("limited").rateLimit(RateLimit.perSecond(1, 2)).build()) {
      DurableTopics bus = connect(limited, "alice").topics();
      bus.post(PLANNING, Body.of("one"), NOTHING);
      bus.post(PLANNING, Body.of("two"), NOTHING);
      assertThat(refusedCode(() -> bus.post(PLANNING, Body.of("three"), NOTHING)))
          .isEqualTo(ProblemCode.RATE_LIMITED);
    }
  }

  @Test
  void bus_ofAConnectionThatEnded_isClosed() {
    Connection alice = connect("alice");
    DurableTopics bus = alice.topics();
    alice.close();
    assertThat(refusedCode(() -> bus.post(PLANNING, Body.of("late"), NOTHING)))
        .isEqualTo(ProblemCode.CONNECTION_CLOSED);
    assertThat(refusedCode(() -> bus.fetchRecent(PLANNING, Optional.empty(), 1)))
        .isEqualTo(ProblemCode.CONNECTION_CLOSED);
  }

  private static String text(StoredMessage stored) {
    return stored.message().text();
  }

  private List<Message> read(Connection connection) {
    return connection
        .topics()
        .fetchRecent(PLANNING, Optional.empty(), DurableTopics.MAX_READ)
        .messages()
        .stream()
        .map(StoredMessage::message)
        .toList();
  }

  /** Joins, and gathers what is pushed. */
  private static Queue<Message> joined(Connection connection, String nickname) {
    Queue<Message> heard = new ConcurrentLinkedQueue<>();
    connection.listen(event -> heard.add(((MessageArrived) event).message()));
    connection.rooms().join(PLANNING, Nickname.of(nickname));
    return heard;
  }

  @Test
  void member_awayForLongerThanMessagesStayInMemory_losesNothing() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    bob.rooms().join(PLANNING, Nickname.of("bob"));
    for (int i = 1; i <= 1_200; i++) {
      alice.topics().post(PLANNING, Body.of("m" + i), NOTHING);
    }
    Queue<Message> heard = new ConcurrentLinkedQueue<>();
    bob.listen(event -> heard.add(((MessageArrived) event).message()));
    eventually("all are heard", () -> heard.size() == 1_200);
    assertThat(heard.stream().map(Message::seq))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 1_200).boxed().toList());
    assertThat(
            bob.inbox()
                .await(OptionalLong.empty(), 1_000, Duration.ZERO)
                .toCompletableFuture()
                .join()
                .messages())
        .isEmpty();
  }

  @Test
  void awaitRecent_isAnsweredWhenSomethingIsPosted_andWithNothingAfterAWhile() {
    DurableTopics bus = connect("alice").topics();
    DurableTopics other = connect("bob").topics();
    var first = bus.awaitRecent(PLANNING, Optional.empty(), 10, LONG).toCompletableFuture();
    assertThat(first).isNotDone();
    Message one = other.post(PLANNING, Body.of("one"), NOTHING);
    assertThat(messages(first.join())).containsExactly(one);
    Optional<Cursor> next = Optional.of(first.join().next());
    assertThat(messages(bus.awaitRecent(PLANNING, Optional.empty(), 10, LONG)))
        .containsExactly(one);
    assertThat(messages(bus.awaitRecent(PLANNING, next, 10, Duration.ofMillis(20)))).isEmpty();
    var second = bus.awaitRecent(PLANNING, next, 10, LONG).toCompletableFuture();
    Message two = other.post(PLANNING, Body.of("two"), NOTHING);
    assertThat(messages(second.join())).containsExactly(two);
    assertThat(messages(bus.awaitRecent(PLANNING, next, 10, LONG))).containsExactly(two);
    assertThat(refusedField(() -> bus.awaitRecent(PLANNING, next, 0, LONG))).isEqualTo("limit");
  }

  @Test
  void readBeforeAndAfter_goFromAnyPositionToBothEnds() {
    DurableTopics bus = connect("alice").topics();
    IntStream.rangeClosed(1, 100)
        .forEach(i -> bus.post(PLANNING, Body.of(String.valueOf(i)), NOTHING));
    assertThat(bus.readBefore(PLANNING, OptionalLong.empty(), 3))
        .extracting(Message::seq)
        .containsExactly(98L, 99L, 100L);
    assertThat(bus.readBefore(PLANNING, OptionalLong.of(98), 60))
        .extracting(Message::seq)
        .containsExactlyElementsOf(LongStream.range(38, 98).boxed().toList());
    assertThat(bus.readBefore(PLANNING, OptionalLong.of(3), 60))
        .extracting(Message::text)
        .containsExactly("1", "2");
    assertThat(bus.readBefore(PLANNING, OptionalLong.of(1), 60)).isEmpty();
    assertThat(bus.readBefore(PLANNING, OptionalLong.of(1_000), 1))
        .extracting(Message::seq)
        .containsExactly(100L);
    assertThat(bus.readAfter(PLANNING, 0, 2)).extracting(Message::seq).containsExactly(1L, 2L);
    assertThat(bus.readAfter(PLANNING, 99, 1_000)).extracting(Message::seq).containsExactly(100L);
    assertThat(bus.readAfter(PLANNING, 100, 1_000)).isEmpty();
    assertThat(refusedField(() -> bus.readAfter(PLANNING, 0, 1_001))).isEqualTo("limit");
    assertThat(refusedField(() -> bus.readBefore(PLANNING, OptionalLong.empty(), 0)))
        .isEqualTo("limit");
    assertThat(bus.topics()).containsExactly(PLANNING);
  }

  @Test
  void readBeforeAndAfter_ofARoomOfWhichNothingIsKept_areEmpty() {
    Connection alice = connect("alice");
    RoomName room = RoomName.of("passing");
    assertThat(alice.topics().readAfter(room, 0, 10)).isEmpty();
    alice.rooms().join(room);
    alice.rooms().send(room, Body.of("gone"));
    assertThat(alice.topics().readAfter(room, 0, 10)).isEmpty();
    assertThat(alice.topics().readBefore(room, OptionalLong.empty(), 10)).isEmpty();
    assertThat(alice.topics().topics()).doesNotContain(room);
  }

  @Test
  void watch_hearsWhatIsSaidUnseen() {
    Connection alice = connect("alice");
    alice.rooms().join(PLANNING, Nickname.of("ally"));
    Connection watcher = parley().connect(ConnectOptions.of("_page").in(workspace()).observing());
    Queue<Message> heard = new ConcurrentLinkedQueue<>();
    watcher.listen(event -> heard.add(((MessageArrived) event).message()));
    watcher.rooms().watch(PLANNING);
    watcher.rooms().watch(PLANNING);
    alice.rooms().send(PLANNING, Body.of("one"));
    alice.topics().post(PLANNING, Body.of("two"), NOTHING);
    eventually("both are heard", () -> heard.size() == 2);
    assertThat(heard).extracting(Message::text).containsExactly("one", "two");
    assertThat(alice.rooms().whoIsHere(PLANNING)).containsExactly(Nickname.of("ally"));
    assertThat(watcher.presence().roster(RosterQuery.ALL).users())
        .extracting(user -> user.handle().value())
        .containsExactly("alice");
    assertThat(refusedCode(() -> watcher.rooms().send(PLANNING, Body.of("no"))))
        .isEqualTo(ProblemCode.NOT_IN_ROOM);
    watcher.rooms().leave(PLANNING);
    alice.rooms().send(PLANNING, Body.of("three"));
    watcher.rooms().watch(PLANNING);
    alice.rooms().send(PLANNING, Body.of("four"));
    eventually("it watches again", () -> heard.size() >= 3);
    assertThat(heard).extracting(Message::text).containsExactly("one", "two", "four");
  }

  private static List<Message> messages(CompletionStage<MessagePage> page) {
    return messages(page.toCompletableFuture().join());
  }

  private static List<Message> messages(MessagePage page) {
    return page.messages().stream().map(StoredMessage::message).toList();
  }
}

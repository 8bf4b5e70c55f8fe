package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.ConnectionFailover;
import dev.parley.agent.ConnectionLocation;
import dev.parley.agent.ConnectionLocation.Kind;
import dev.parley.agent.ConnectionTrait;
import dev.parley.agent.InboxBatch;
import dev.parley.engine.failover.FailureTimings;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.PermissionDecided;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.SessionMessageDraft;
import dev.parley.permission.PermissionAnswer;
import dev.parley.permission.PermissionDraft;
import dev.parley.permission.PermissionRequest;
import dev.parley.room.RoomListing.Membership;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import java.net.URI;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** A connection of a node that is gone goes on at another, whatever carries the topics. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class HandoverContract {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final RoomName CHAT = RoomName.of("chat");
  private static final Nickname ALLY = Nickname.of("ally");
  private static final String WORDS = "what its client said";
  private static final Duration GRACE = Duration.ofSeconds(60);
  private static final Duration TTL = Duration.ofSeconds(90);
  private static final FailureTimings QUICK =
      new FailureTimings(
          Duration.ofMillis(50),
          Duration.ofMillis(200),
          Duration.ofMillis(400),
          Duration.ofMillis(800));
  private static final AtomicInteger TESTS = new AtomicInteger();

  @Parameter private Store store;
  private final MovableClock clock = new MovableClock(Instant.parse("2026-01-02T03:04:05Z"));
  private final List<Parley> nodes = new ArrayList<>();
  private HikariDataSource source;
  private Outage line;
  private String test;
  private Parley first;
  private Parley second;
  private Connection alice;
  private Connection bob;

  @BeforeParameterizedClassInvocation
  void open() {
    source = store.newMigratedDatabase();
  }

  @AfterParameterizedClassInvocation
  void close() {
    if (source != null) {
      source.close();
      source = null;
    }
  }

  /**
   * Alice is at the first node, whose line can be cut, and Bob at the second, in a durable room.
   */
  @BeforeEach
  void meet() {
    test = "t" + TESTS.incrementAndGet();
    line = new Outage(source);
    first = node("first", line);
    second = node("second", source);
    alice = first.connect(ConnectOptions.of("alice").in(new WorkspaceId(test)).asVerified());
    alice.rooms().join(PLANNING, ALLY);
    alice.topics().post(PLANNING, Body.of("hello"), Optional.empty());
    bob = second.connect(ConnectOptions.of("bob").in(new WorkspaceId(test)));
    bob.rooms().join(PLANNING);
    handover(first).keep(alice, test, WORDS, () -> {});
  }

  @AfterEach
  void part() {
    line.end();
    nodes.forEach(Parley::close);
    nodes.clear();
  }

  @Test
  void connectionOfANodeThatIsGone_goesOnInItsSeatsWithWhatItMissed() {
    Stream before = attach(alice, OptionalLong.empty());
    say("1", "2");
    eventually("alice hears both", () -> before.heard.size() == 2);
    eventually("that is written", () -> reading().startsWith("pushed 2 "));
    line.begin();
    say("3", "4");

    ConnectionLocation.Taken taken = taken(second);
    assertThat(taken.words()).isEqualTo(WORDS);
    Connection there = taken.connection();
    assertThat(there.id()).isEqualTo(alice.id());
    assertThat(there.as(new AgentId("alice.fe")).id().isVerified()).isTrue();
    assertThat(there.agent()).isEqualTo(alice.agent());
    assertThat(there.workspace()).isEqualTo(alice.workspace());
    assertThat(there.rooms().list().joined()).containsExactly(new Membership(PLANNING, ALLY));
    assertThat(bob.rooms().whoIsHere(PLANNING)).startsWith(ALLY).hasSize(2);

    Stream after = attach(there, OptionalLong.of(2));
    say("5");
    eventually("alice hears the rest", () -> after.heard.size() == 3);
    assertThat(after.heard).containsExactly("3:3", "4:4", "5:5");
    Stream byBob = attach(bob, OptionalLong.empty());
    there.rooms().send(PLANNING, Body.of("here I am"));
    eventually("bob hears alice", () -> !byBob.heard.isEmpty());
    assertThat(after.heard).hasSize(3);
  }

  @Test
  void whatItsClientHadNotReceived_isDeliveredAgain() {
    Stream before = attach(alice, OptionalLong.empty());
    say("1");
    eventually("the first is written", () -> reading().startsWith("pushed 1 "));
    say("2", "3");
    eventually("all is written", () -> reading().startsWith("pushed 3 "));
    assertThat(before.heard).hasSize(3);
    line.begin();
    say("4");

    Stream after = attach(taken(second).connection(), OptionalLong.of(1));
    eventually("the rest comes again", () -> after.heard.size() == 3);
    assertThat(after.heard).containsExactly("2:2", "3:3", "4:4");
  }

  @Test
  void permissionRequest_goesOnWithItsConnection() {
    PermissionRequest asked =
        alice.permissions().ask(new PermissionDraft("abcde", "Bash", "", "ls"));
    line.begin();
    Queue<Event> pushed = new ConcurrentLinkedQueue<>();
    taken(second).connection().listen(pushed::add);
    second
        .connect(
            ConnectOptions.of("ann").in(new WorkspaceId(test)).asPerson().asLead().asVerified())
        .permissions()
        .answer(asked.id(), PermissionAnswer.ALLOW);
    PermissionDecided decided = new PermissionDecided("abcde", PermissionAnswer.ALLOW);
    eventually("the answer is pushed", () -> pushed.contains(decided));
  }

  @Test
  void whatIsSaidWhileItIsTakenOver_isNeitherLostNorDoubled() {
    Stream before = attach(alice, OptionalLong.empty());
    say(numbers(1, 50));
    eventually("alice hears them", () -> before.heard.size() == 50);
    eventually("that is written", () -> reading().startsWith("pushed 50 "));
    line.begin();
    CompletableFuture<Void> talking = CompletableFuture.runAsync(() -> say(numbers(51, 500)));
    Stream after = attach(taken(second).connection(), OptionalLong.of(50));
    talking.join();
    eventually("alice hears the rest", () -> after.heard.size() >= 450);
    say("the end");
    eventually("alice hears the end", () -> after.heard.contains("501:the end"));
    assertThat(after.heard)
        .hasSize(451)
        .startsWith(Arrays.stream(numbers(51, 500)).map(n -> n + ":" + n).toArray(String[]::new));
  }

  private static String[] numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(Integer::toString).toArray(String[]::new);
  }

  @Test
  void clientThatReceivedMoreThanWasWritten_isCountedOn() {
    attach(alice, OptionalLong.empty());
    say("1");
    eventually("that is written", () -> reading().startsWith("pushed 1 "));
    line.begin();
    say("2", "3");

    Stream after = attach(taken(second).connection(), OptionalLong.of(3));
    eventually("what may be missing comes", () -> after.heard.size() == 2);
    assertThat(after.heard).containsExactly("4:2", "5:3");
  }

  @Test
  void connectionThatAsksInsteadOfListening_goesOnAsking() {
    say("1");
    InboxBatch before = ask(alice, OptionalLong.empty());
    assertThat(before.messages()).extracting(Message::text).containsExactly("1");
    eventually("that is written", () -> reading().contains("asked 1 "));
    line.begin();
    say("3");

    Connection there = taken(second).connection();
    InboxBatch after = ask(there, OptionalLong.of(before.next()));
    assertThat(after.messages()).extracting(Message::text).containsExactly("3");
  }

  @Test
  void roomThatWasEnteredJustBefore_isReadFromThereOn() {
    RoomName late = RoomName.of("late");
    bob.topics().post(late, Body.of("before"), Optional.empty());
    clock.advance(Duration.ofSeconds(3));
    alice.rooms().join(late);
    line.begin();
    clock.advance(Duration.ofSeconds(-1)); // as the clocks of nodes differ
    bob.topics().post(late, Body.of("after"), Optional.empty());
    Stream after = attach(taken(second).connection(), OptionalLong.empty());
    List<String> since = heardOfLateRoom();
    eventually("alice hears what came since", () -> after.heard.size() >= since.size());
    assertThat(after.heard).containsExactlyElementsOf(since);
  }

  /** Of what was said 3 s before she came in, and after. */
  List<String> heardOfLateRoom() {
    return List.of("1:after");
  }

  @Test
  void ephemeralRoom_isHeardFromNowOn() {
    alice.rooms().join(CHAT, ALLY);
    bob.rooms().join(CHAT);
    line.begin();
    Connection there = taken(second).connection();
    Stream after = attach(there, OptionalLong.empty());
    bob.rooms().send(CHAT, Body.of("now"));
    eventually("alice hears it", () -> !after.heard.isEmpty());
    assertThat(after.heard).containsExactly("1:now");
    assertThat(there.rooms().list().joined()).contains(new Membership(CHAT, ALLY));
  }

  @Test
  void session_itIsHereFor_isTheSame() {
    alice.sessions().start(new SessionId("sprint"));
    eventually("that is written", () -> row("session_name").equals("sprint"));
    line.begin();
    bob.sessions().start(new SessionId("another"));
    Connection there = taken(second).connection();
    assertThat(there.sessions().current().id()).isEqualTo(new SessionId("sprint"));
  }

  @Test
  void connectionThatMayNotReadSessions_mayNotAtTheNextNodeEither() {
    Set<ConnectionTrait> traits = Set.of(ConnectionTrait.WITHOUT_SESSION_MESSAGES);
    line.begin();
    Connection there = taken(second, traits).connection();
    bob.sessions()
        .current()
        .messages()
        .send(SessionMessageDraft.direct(new AgentId("alice"), "for alice"));
    say("1");
    InboxBatch batch = ask(there, OptionalLong.empty());
    assertThat(batch.direct()).isEmpty();
    assertThat(batch.messages()).extracting(Message::text).contains("1");
    assertThat(there.unread().direct()).isZero();
  }

  @Test
  void nodeThatIsThere_keepsItsConnections() {
    assertThat(handover(first).find(test, false).kind()).isEqualTo(Kind.LOCAL);
    assertThat(handover(second).find(test, true).kind()).isEqualTo(Kind.REMOTE);
    assertThat(handover(second).find("another key", true)).isEqualTo(ConnectionLocation.NOT_FOUND);
    eventually("it says where it is", () -> owner().isPresent());
    assertThat(owner()).hasToString("Optional[http://first:7539]");
  }

  private Optional<URI> owner() {
    return handover(second).find(test, false).owner();
  }

  @Test
  void connectionThatWasClosed_isNowhere() {
    alice.close();
    assertThat(handover(second).find(test, false)).isEqualTo(ConnectionLocation.NOT_FOUND);
    assertThat(bob.rooms().whoIsHere(PLANNING)).hasSize(1);
  }

  @Test
  void connectionOfANodeGoneForLongerThanTheGrace_isNowhereAndItsSeatIsFree() {
    line.begin();
    clock.advance(GRACE.plusSeconds(1));
    eventually(
        "it is waited for no longer",
        () -> handover(second).find(test, true).equals(ConnectionLocation.NOT_FOUND));
    int before = beats();
    eventually("it looked for what to clear", () -> beats() > before + 10);
    assertThat(bob.rooms().join(PLANNING).membersCount()).isEqualTo(2);
    assertThat(bob.rooms().whoIsHere(PLANNING)).contains(ALLY);
    clock.advance(TTL.minus(GRACE));
    assertThat(bob.rooms().whoIsHere(PLANNING)).doesNotContain(ALLY);
    eventually("her seat is free", () -> bob.rooms().join(PLANNING).membersCount() == 1);
  }

  @Test
  void connectionOfANodeThatEndsInOrder_goesOnAtOnce() {
    Stream before = attach(alice, OptionalLong.empty());
    say("1");
    eventually("alice hears it", () -> before.heard.size() == 1);
    first.close();
    say("2");
    ConnectionLocation found = handover(second).find(test, false);
    assertThat(found.kind()).isEqualTo(Kind.TAKEN_OVER);
    Stream after = attach(found.taken().orElseThrow().connection(), OptionalLong.of(1));
    eventually("alice hears the rest", () -> !after.heard.isEmpty());
    assertThat(after.heard).containsExactly("2:2");
    assertThat(bob.rooms().whoIsHere(PLANNING)).contains(ALLY);
  }

  @Test
  void nodeThatIsStartedAgain_goesOnWithItsConnections() {
    Connection forgotten = first.connect(ConnectOptions.of("eve").in(new WorkspaceId(test)));
    forgotten.rooms().join(PLANNING);
    line.begin();
    Parley again = node("first", source);
    assertThat(bob.rooms().whoIsHere(PLANNING)).hasSize(2).startsWith(ALLY);
    assertThat(handover(again).find(test, false).kind()).isEqualTo(Kind.TAKEN_OVER);
  }

  @Test
  void takenByTwoAtOnce_oneHasIt() throws Exception {
    Parley third = node("third", source);
    line.begin();
    List<Parley> takers = List.of(second, third);
    List<Kind> kinds =
        AtOnce.run(
            2,
            index -> {
              ConnectionFailover taker = handover(takers.get(index));
              for (; ; ) {
                ConnectionLocation found = taker.find(test, true);
                boolean byTheOther = owned(found, takers.get(1 - index));
                if (found.kind() == Kind.TAKEN_OVER || byTheOther) {
                  return found.kind();
                }
              }
            });
    assertThat(kinds).containsExactlyInAnyOrder(Kind.TAKEN_OVER, Kind.REMOTE);
  }

  private boolean owned(ConnectionLocation found, Parley by) {
    String name = by == second ? "second" : "third";
    return found.owner().map(where -> where.getHost().equals(name)).orElse(false);
  }

  @Test
  void nodeThatWasPaused_dropsItsCopyAndTheSeatStays() {
    AtomicInteger lost = new AtomicInteger();
    handover(first).keep(alice, test, WORDS, lost::incrementAndGet);
    line.hang();
    eventually("it is not sure any more", () -> !handover(first).isSure());
    Connection there = taken(second).connection();
    line.end();
    eventually("it drops its copy", () -> lost.get() == 1);
    eventually("it is sure again", () -> handover(first).isSure());
    assertThat(handover(first).find(test, false).kind()).isEqualTo(Kind.REMOTE);
    assertThat(bob.rooms().whoIsHere(PLANNING)).contains(ALLY);
    there.close();
    assertThat(bob.rooms().whoIsHere(PLANNING)).doesNotContain(ALLY);
  }

  @Test
  void nodeThatWasPaused_andNotMissed_keepsItsConnections() {
    line.hang();
    eventually("it is not sure any more", () -> !handover(first).isSure());
    line.end();
    eventually("it is sure again", () -> handover(first).isSure());
    assertThat(handover(first).find(test, false).kind()).isEqualTo(Kind.LOCAL);
    assertThat(alice.rooms().list().joined()).hasSize(1);
  }

  @Test
  void nodeWithoutAName_sharesNothing() {
    try (Parley alone = ParleyBuilder.builder().inMemory().build()) {
      assertThat(alone.failover()).isEmpty();
    }
  }

  private Parley node(String name, DataSource over) {
    Parley node =
        builder(over)
            .node(name)
            .clock(clock)
            .rateLimit(RateLimit.OFF)
            .pace(QUICK)
            .grace(GRACE)
            .address(() -> Optional.of(URI.create("http://" + name + ":7539")))
            .build();
    nodes.add(node);
    return node;
  }

  /** A node over these rows. */
  ParleyBuilder builder(DataSource over) {
    return store.over(over);
  }

  private static ConnectionFailover handover(Parley node) {
    return node.failover().orElseThrow();
  }

  private ConnectionLocation.Taken taken(Parley by) {
    return taken(by, Set.of());
  }

  private ConnectionLocation.Taken taken(Parley by, Set<ConnectionTrait> traits) {
    List<ConnectionLocation> found = new ArrayList<>();
    eventually(
        "the connection is taken over",
        () -> {
          ConnectionLocation now = handover(by).find(test, true, traits);
          found.add(now);
          assertThat(now.kind()).isNotEqualTo(Kind.NOT_FOUND);
          return now.kind() == Kind.TAKEN_OVER;
        });
    return found.get(found.size() - 1).taken().orElseThrow();
  }

  private void say(String... texts) {
    for (String text : texts) {
      bob.topics().post(PLANNING, Body.of(text), Optional.empty());
    }
  }

  private static InboxBatch ask(Connection who, OptionalLong received) {
    return who.inbox().await(received, 10, Duration.ofSeconds(10)).toCompletableFuture().join();
  }

  private String reading() {
    return row("reading");
  }

  /** How often nodes of the second one's name have said that they are there. */
  private int beats() {
    return Integer.parseInt(
        row("SELECT SUM(beats) FROM parley_node WHERE beats > 0 AND name = ?", "second"));
  }

  private String row(String column) {
    return row("SELECT " + column + " FROM parley_connection WHERE id = ?", alice.id().value());
  }

  private String row(String select, String key) {
    try (java.sql.Connection sql = source.getConnection();
        PreparedStatement query = sql.prepareStatement(select)) {
      query.setString(1, key);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next() ? rows.getString(1) : "";
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Stream attach(Connection who, OptionalLong received) {
    Stream stream = new Stream();
    var unused = who.attach(stream, received);
    return stream;
  }

  /** A sink that takes everything and writes down number and text. */
  private static final class Stream implements Sink {
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void deliver(Push push) {
      String word =
          push.event() instanceof MessageArrived arrived
              ? arrived.message().text()
              : push.event().toString();
      heard.add(push.number() + ":" + word);
    }

    @Override
    public void flush() {}

    @Override
    public void cut(Cut why) {}
  }
}

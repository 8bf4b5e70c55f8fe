package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.MessageArrived;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Receipt;
import dev.parley.problem.LimitReached;
import dev.parley.problem.NotInRoom;
import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.RateLimited;
import dev.parley.room.JoinResult;
import dev.parley.room.RoomListing;
import dev.parley.room.RoomListing.Membership;
import dev.parley.room.RoomListing.RoomSummary;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The promises of rooms, on every store. */
@OnStores
class RoomsTest extends OpenRooms {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678999Z");

  @Test
  void send_again_underItsKey_isAnsweredTheSameAndHeardOnce() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    bob.rooms().join(PLANNING, Nickname.of("bob"));
    IdempotencyKey key = new IdempotencyKey("k");
    Receipt first = alice.rooms().send(PLANNING, Body.of("once"), key);
    assertThat(alice.rooms().send(PLANNING, Body.of("once"), key)).isEqualTo(first);
    Receipt bobs = bob.rooms().send(PLANNING, Body.of("once"), key);
    assertThat(bobs.seq()).isEqualTo(first.seq() + 1);
    Problem refused = refused(() -> alice.rooms().send(PLANNING, Body.of("other"), key));
    assertThat(refused.code()).isEqualTo(ProblemCode.KEY_REUSED);
    assertThat(refused.details())
        .containsEntry("id", first.messageId().value())
        .containsEntry("what", "message")
        .containsEntry("idempotencyKey", "k");
    assertThat(alice.rooms().send(PLANNING, Body.of("next")).seq()).isEqualTo(bobs.seq() + 1);
  }

  @Test
  void join_byTheFirst_makesTheRoom() {
    Connection alice = connect("alice");
    assertThat(alice.rooms().join(PLANNING, Nickname.of("alice")))
        .isEqualTo(new JoinResult(PLANNING, Nickname.of("alice"), 1));
    assertThat(connect("bob").rooms().join(PLANNING, Nickname.of("bob")))
        .isEqualTo(new JoinResult(PLANNING, Nickname.of("bob"), 2));
  }

  @Test
  void join_asATakenName_getsTheNextFreeNumber() {
    assertThat(joinedAs("alice", "alice", "alice")).containsExactly("alice", "alice-2", "alice-3");
    connect("x").rooms().join(PLANNING, Nickname.of("alice-5"));
    assertThat(joinedAs("alice", "alice")).containsExactly("alice-4", "alice-6");
  }

  @Test
  void join_asATakenNameOf32_isShortenedForItsNumber() {
    String full = "n".repeat(32);
    List<String> given = joinedAs(Stream.generate(() -> full).limit(11).toArray(String[]::new));
    assertThat(given)
        .startsWith(full, "n".repeat(30) + "-2", "n".repeat(30) + "-3")
        .endsWith("n".repeat(29) + "-10", "n".repeat(29) + "-11");
  }

  @Test
  void join_inAnotherCase_isAnotherName() {
    assertThat(joinedAs("alice", "Alice", "ALICE")).containsExactly("alice", "Alice", "ALICE");
  }

  @Test
  void join_asANameWithAnUnderscore_isNotTakenByALookAlike() {
    assertThat(joinedAs("axb", "a_b", "a_b")).containsExactly("axb", "a_b", "a_b-2");
  }

  @Test
  void join_bySixteenAtOnceWithOneWish_givesEachItsOwnNumber() throws Exception {
    List<String> given =
        AtOnce.run(
            16,
            i -> connect("a" + i).rooms().join(PLANNING, Nickname.of("alice")).nickname().value());
    assertThat(given)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, 16).mapToObj(n -> n == 1 ? "alice" : "alice-" + n).toList());
    assertThat(connect("b").rooms().whoIsHere(PLANNING)).hasSize(16);
  }

  @Test
  void join_byManyAtOnceOfARoomThatIsAbsent_makesItOnce() throws Exception {
    AtOnce.run(8, i -> connect("a" + i).rooms().join(RoomName.of("fresh")));
    assertThat(connect("b").rooms().list().available())
        .containsExactly(new RoomSummary(RoomName.of("fresh"), 8));
  }

  @Test
  void join_withoutANickname_isGivenAnAdjectiveAndAnAnimal() {
    assertThat(connect("alice").rooms().join(PLANNING).nickname().value())
        .matches("[a-z]+-[a-z]+(-[0-9]+)?");
  }

  @Test
  void join_again_keepsTheSeatAndItsName() {
    Connection alice = connect("alice");
    JoinResult first = alice.rooms().join(PLANNING);
    assertThat(alice.rooms().join(PLANNING)).isEqualTo(first);
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    assertThat(alice.rooms().join(PLANNING).nickname()).isEqualTo(Nickname.of("alice"));
    assertThat(alice.rooms().whoIsHere(PLANNING)).containsExactly(Nickname.of("alice"));
  }

  @Test
  void join_againAsAnother_renamesAndFreesTheOldName() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    alice.rooms().join(PLANNING, Nickname.of("chief"));
    bob.rooms().join(PLANNING, Nickname.of("bob"));
    assertThat(alice.rooms().join(PLANNING, Nickname.of("ally")))
        .isEqualTo(new JoinResult(PLANNING, Nickname.of("ally"), 2));
    assertThat(bob.rooms().join(PLANNING, Nickname.of("chief")).nickname())
        .isEqualTo(Nickname.of("chief"));
    assertThat(bob.rooms().whoIsHere(PLANNING))
        .containsExactly(Nickname.of("ally"), Nickname.of("chief"));
  }

  @Test
  void join_againAsATakenName_getsANumberToo() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    bob.rooms().join(PLANNING, Nickname.of("bob"));
    assertThat(bob.rooms().join(PLANNING, Nickname.of("alice")).nickname())
        .isEqualTo(Nickname.of("alice-2"));
    assertThat(bob.rooms().join(PLANNING, Nickname.of("alice")).nickname())
        .isEqualTo(Nickname.of("alice-2"));
    assertThat(bob.rooms().list().joined())
        .containsExactly(new Membership(PLANNING, Nickname.of("alice-2")));
  }

  @Test
  void renames_byManyAtOnceToOneName_giveItOnce() throws Exception {
    List<Connection> all = IntStream.range(0, 8).mapToObj(i -> connect("a" + i)).toList();
    all.forEach(one -> one.rooms().join(PLANNING));
    List<String> given =
        AtOnce.run(
            8, i -> all.get(i).rooms().join(PLANNING, Nickname.of("chief")).nickname().value());
    assertThat(given).doesNotHaveDuplicates().contains("chief", "chief-8");
    assertThat(all.get(0).rooms().whoIsHere(PLANNING))
        .extracting(Nickname::value)
        .containsExactlyInAnyOrderElementsOf(given);
  }

  @Test
  void join_ofThe257thRoom_isRefused() {
    Connection alice = connect("alice");
    for (int i = 1; i <= 256; i++) {
      alice.rooms().join(RoomName.of("room-" + i));
    }
    assertThat(refused(() -> alice.rooms().join(RoomName.of("room-257"))))
        .isEqualTo(new LimitReached("rooms", 256));
    assertThat(alice.rooms().join(RoomName.of("room-256")).membersCount()).isEqualTo(1);
    alice.rooms().leave(RoomName.of("room-1"));
    assertThat(alice.rooms().join(RoomName.of("room-257")).membersCount()).isEqualTo(1);
  }

  @Test
  void leave_isSilentIdempotentAndFreesTheName() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    Queue<String> heard = listen(bob);
    alice.rooms().join(PLANNING, Nickname.of("chief"));
    bob.rooms().join(PLANNING, Nickname.of("bob"));
    alice.rooms().leave(PLANNING);
    alice.rooms().leave(PLANNING);
    alice.rooms().leave(RoomName.of("never-joined"));
    assertThat(bob.rooms().whoIsHere(PLANNING)).containsExactly(Nickname.of("bob"));
    assertThat(bob.rooms().join(PLANNING, Nickname.of("chief")).nickname())
        .isEqualTo(Nickname.of("chief"));
    assertThat(heard).isEmpty();
  }

  @Test
  void leave_ofTheLast_keepsTheRoom() {
    Connection alice = connect("alice");
    alice.rooms().join(PLANNING);
    alice.rooms().leave(PLANNING);
    assertThat(alice.rooms().list().available()).containsExactly(new RoomSummary(PLANNING, 0));
  }

  @Test
  void list_splitsByMembershipAndSortsByName() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    for (String name : List.of("zebra", "a-b", "ab", "a0", "planning")) {
      bob.rooms().join(RoomName.of(name), Nickname.of("bob"));
    }
    alice.rooms().join(RoomName.of("zebra"), Nickname.of("alice"));
    alice.rooms().join(PLANNING, Nickname.of("bob"));
    RoomListing listing = alice.rooms().list();
    assertThat(listing.joined())
        .containsExactly(
            new Membership(PLANNING, Nickname.of("bob-2")),
            new Membership(RoomName.of("zebra"), Nickname.of("alice")));
    assertThat(listing.available())
        .containsExactly(
            new RoomSummary(RoomName.of("a-b"), 1),
            new RoomSummary(RoomName.of("a0"), 1),
            new RoomSummary(RoomName.of("ab"), 1));
  }

  @Test
  void rooms_ofAnotherWorkspace_areNotSeenNotJoinedNotHeard() {
    Connection here = connect("alice");
    Connection there =
        parley().connect(ConnectOptions.of("alice").in(new WorkspaceId("elsewhere")));
    Queue<String> heard = listen(there);
    here.rooms().join(PLANNING, Nickname.of("alice"));
    assertThat(there.rooms().list()).isEqualTo(new RoomListing(List.of(), List.of()));
    assertThat(there.rooms().whoIsHere(PLANNING)).isEmpty();
    assertThat(there.rooms().join(PLANNING, Nickname.of("alice")))
        .isEqualTo(new JoinResult(PLANNING, Nickname.of("alice"), 1));
    assertThat(here.rooms().send(PLANNING, Body.of("here")).seq()).isEqualTo(1);
    assertThat(there.rooms().send(PLANNING, Body.of("there")).seq()).isEqualTo(1);
    assertThat(heard).isEmpty();
  }

  @Test
  void whoIsHere_isInTheOrderOfJoiningAndEmptyForARoomNobodyMade() {
    assertThat(connect("y").rooms().whoIsHere(PLANNING)).isEmpty();
    joinedAs("zoe", "adam", "mia");
    assertThat(connect("x").rooms().whoIsHere(PLANNING))
        .containsExactly(Nickname.of("zoe"), Nickname.of("adam"), Nickname.of("mia"));
  }

  @Test
  void send_isHeardByEveryoneElseAndAcknowledgedToTheSender() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    Queue<MessageArrived> byAlice = new ConcurrentLinkedQueue<>();
    Queue<MessageArrived> byBob = new ConcurrentLinkedQueue<>();
    alice.listen(event -> byAlice.add((MessageArrived) event));
    bob.listen(event -> byBob.add((MessageArrived) event));
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    bob.rooms().join(PLANNING, Nickname.of("alice"));

    Receipt one = alice.rooms().send(PLANNING, Body.of("hi bob"));
    Receipt two = bob.rooms().send(PLANNING, Body.of("hi alice"));
    eventually("both are heard", () -> byAlice.size() == 1 && byBob.size() == 1);
    var heard = byBob.element().message();
    assertThat(one)
        .isEqualTo(new Receipt(PLANNING, 1, heard.id(), Instant.parse("2026-01-02T03:04:05.678Z")));
    assertThat(heard.sentAt()).isEqualTo(one.sentAt());
    assertThat(heard.text()).isEqualTo("hi bob");
    assertThat(heard.sender().nickname()).isEqualTo(Nickname.of("alice"));
    assertThat(heard.sender().connection()).isEqualTo(alice.id());
    assertThat(heard.sender().agent()).isEqualTo(alice.agent());
    assertThat(byAlice.element().message().seq()).isEqualTo(two.seq()).isEqualTo(2);
    assertThat(byAlice.element().message().sender().nickname()).isEqualTo(Nickname.of("alice-2"));
  }

  @Test
  void send_afterARename_carriesTheNewName() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    Queue<MessageArrived> byBob = new ConcurrentLinkedQueue<>();
    bob.listen(event -> byBob.add((MessageArrived) event));
    bob.rooms().join(PLANNING);
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    alice.rooms().join(PLANNING, Nickname.of("ally"));
    alice.rooms().send(PLANNING, Body.of("hi"));
    eventually("it is heard", () -> byBob.size() == 1);
    assertThat(byBob.element().message().sender().nickname()).isEqualTo(Nickname.of("ally"));
  }

  @Test
  void send_toARoomNotJoined_isRefused() {
    Connection alice = connect("alice");
    assertThat(refused(() -> alice.rooms().send(PLANNING, Body.of("hi"))))
        .isEqualTo(new NotInRoom(PLANNING.value()));
    alice.rooms().join(PLANNING);
    alice.rooms().leave(PLANNING);
    assertThat(refusedCode(() -> alice.rooms().send(PLANNING, Body.of("hi"))))
        .isEqualTo(ProblemCode.NOT_IN_ROOM);
  }

  @Test
  void send_fasterThanTheLimit_isRefusedAndCostsNothing() {
    try (Parley strict = builder("strict").rateLimit(RateLimit.perSecond(1, 3)).build()) {
      Connection alice = connect(strict, "alice");
      for (int i = 0; i < 10; i++) {
        assertThat(refusedCode(() -> alice.rooms().send(PLANNING, Body.of("not a member"))))
            .isEqualTo(ProblemCode.NOT_IN_ROOM);
      }
      alice.rooms().join(PLANNING);
      for (int seq = 1; seq <= 3; seq++) {
        assertThat(alice.rooms().send(PLANNING, Body.of("hi")).seq()).isEqualTo(seq);
      }
      RateLimited refusal =
          (RateLimited) refused(() -> alice.rooms().send(PLANNING, Body.of("hi")));
      assertThat(refusal.retryAfter().toMillis()).isBetween(1L, 1_000L);
      Connection bob = connect(strict, "bob");
      bob.rooms().join(PLANNING);
      assertThat(bob.rooms().send(PLANNING, Body.of("mine")).seq()).isEqualTo(4);
    }
  }

  @Test
  void close_freesTheSeatsAndEndsTheConnection() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    bob.rooms().join(PLANNING, Nickname.of("bob"));
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    alice.rooms().join(RoomName.of("review"), Nickname.of("alice"));
    alice.close();
    alice.close();
    assertThat(bob.rooms().whoIsHere(PLANNING)).containsExactly(Nickname.of("bob"));
    assertThat(bob.rooms().whoIsHere(RoomName.of("review"))).isEmpty();
    assertThat(bob.rooms().join(PLANNING, Nickname.of("alice")))
        .isEqualTo(new JoinResult(PLANNING, Nickname.of("alice"), 1));
    for (Runnable call :
        List.<Runnable>of(
            () -> alice.rooms().join(PLANNING),
            () -> alice.rooms().join(PLANNING, Nickname.of("alice")),
            () -> alice.rooms().leave(PLANNING),
            () -> alice.rooms().list(),
            () -> alice.rooms().whoIsHere(PLANNING),
            () -> alice.rooms().send(PLANNING, Body.of("hi")))) {
      assertThat(refusedCode(call::run)).isEqualTo(ProblemCode.CONNECTION_CLOSED);
    }
  }

  @Test
  void closeOfTheParley_freesEverySeatAndRefusesWhoComes() {
    Parley closing = builder("closing").build();
    Connection alice = connect(closing, "alice");
    Connection bob = connect("bob");
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    bob.rooms().join(PLANNING, Nickname.of("bob"));
    closing.close();
    closing.close();
    assertThat(refusedCode(() -> connect(closing, "carol"))).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(refusedCode(() -> alice.rooms().join(PLANNING))).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(refusedCode(() -> alice.rooms().send(PLANNING, Body.of("hi"))))
        .isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(bob.rooms().whoIsHere(PLANNING)).containsExactly(Nickname.of("bob"));
    assertThat(bob.rooms().join(PLANNING, Nickname.of("bob")).membersCount()).isOne();
  }

  @Test
  void restart_afterAnOrderlyClose_goesOnWithoutAJump() {
    try (Parley first = builder("orderly").build()) {
      assertThat(sendAs(first, "alice", 300)).hasSize(300).contains(300L);
    }
    try (Parley second = builder("orderly").build()) {
      assertThat(connect(second, "bob").rooms().list().available())
          .containsExactly(new RoomSummary(PLANNING, 0));
      assertThat(sendAs(second, "alice", 1)).containsExactly(301L);
    }
  }

  /** The first is not closed, as after a kill: its seats are swept, its numbers not used again. */
  @Test
  void restart_afterAKill_clearsTheSeatsAndRepeatsNoNumber() {
    try (Parley killed = builder("killed").build()) {
      Set<Long> numbers = new HashSet<>(sendAs(killed, "alice", 300));
      try (Parley next = builder("killed").build()) {
        assertThat(connect(next, "bob").rooms().whoIsHere(PLANNING)).isEmpty();
        for (long number : sendAs(next, "alice", 300)) {
          assertThat(number).isGreaterThan(300);
          assertThat(numbers.add(number)).as("number %s", number).isTrue();
        }
      }
    }
  }

  @Test
  void twoNodes_shareSeatsAndNamesAndNeverANumber() throws Exception {
    try (Parley one = builder("one").build()) {
      try (Parley other = builder("other").build()) {
        Connection here = connect(one, "alice");
        Connection there = connect(other, "alice");
        here.rooms().join(PLANNING, Nickname.of("alice"));
        assertThat(there.rooms().join(PLANNING, Nickname.of("alice")))
            .isEqualTo(new JoinResult(PLANNING, Nickname.of("alice-2"), 2));
        List<Connection> both = List.of(here, there);
        List<List<Long>> numbers =
            AtOnce.run(
                2,
                i ->
                    IntStream.range(0, 1_000)
                        .mapToObj(n -> both.get(i).rooms().send(PLANNING, Body.of("m")).seq())
                        .toList());
        assertThat(Stream.concat(numbers.get(0).stream(), numbers.get(1).stream()))
            .doesNotHaveDuplicates();
      }
      assertThat(connect(one, "x").rooms().whoIsHere(PLANNING))
          .containsExactly(Nickname.of("alice"));
    }
  }

  @Test
  void health_namesTheProductBelow() {
    assertThat(parley().health().storageReachable()).isTrue();
    assertThat(parley().health().storage()).matches("(H2|PostgreSQL|MariaDB) [0-9]+\\.[0-9.]+");
  }

  @Override
  final ParleyBuilder engine() {
    return super.engine().clock(InstantSource.fixed(NOW));
  }

  private List<String> joinedAs(String... wishes) {
    return Stream.of(wishes)
        .map(wish -> connect("x").rooms().join(PLANNING, Nickname.of(wish)).nickname().value())
        .toList();
  }

  private List<Long> sendAs(Parley to, String agent, int count) {
    Connection connection = connect(to, agent);
    connection.rooms().join(PLANNING, Nickname.of(agent));
    return IntStream.range(0, count)
        .mapToObj(n -> connection.rooms().send(PLANNING, Body.of("m")).seq())
        .toList();
  }

  private static Queue<String> listen(Connection connection) {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    connection.listen(event -> heard.add(event.toString()));
    return heard;
  }
}

package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.ConnectionFailover;
import dev.parley.agent.ConnectionLocation;
import dev.parley.engine.failover.FailureTimings;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.RosterQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * The seats of a room and the presence of those in it tell the same on two nodes. The clock stands,
 * so no word of a node that is gone ends by itself.
 */
@TestInstance(Lifecycle.PER_CLASS)
@OnStores({Store.H2, Store.POSTGRESQL})
class AttendanceTest {
  private static final RoomName PLANNING = RoomName.of("planning");
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

  /** Alice is in the room at the first node, whose line can be cut, and Bob at the second. */
  @BeforeEach
  void meet() {
    test = "t" + TESTS.incrementAndGet();
    line = new Outage(source);
    first = node("first", line);
    second = node("second", source);
    alice = enter(first, "alice");
    bob = enter(second, "bob");
    eventuallyThere("alice", "bob");
  }

  @AfterEach
  void part() {
    line.end();
    nodes.forEach(Parley::close);
    nodes.clear();
  }

  @Test
  void agentThatLeavesTheRoom_isInItForNeither() {
    alice.rooms().leave(PLANNING);
    eventuallyThere("bob");
    assertThat(presence(bob, RosterQuery.ALL.online())).containsExactly("alice", "bob");
  }

  @Test
  void agentThatCloses_isGoneForBoth() {
    alice.close();
    eventuallyThere("bob");
    assertThat(presence(bob, RosterQuery.ALL.online())).containsExactly("bob");
  }

  @Test
  void agentThatClosesWhileItsNodeHasNoDatabase_isGoneForBothOnceThatIsBack() {
    Connection carol = enter(first, "carol");
    eventuallyThere("alice", "bob", "carol");
    line.begin();
    carol.close();
    eventually("its node cannot say so", () -> line.refusals() > 1);
    line.end();
    eventuallyThere("alice", "bob");
    assertThat(seats(alice)).isEqualTo(presence(alice)).containsExactly("alice", "bob");
  }

  @Test
  void agentOfANodeThatIsKilled_isGoneForBothAfterTheTtl() {
    enter(first, "kept");
    handover(first).keep(alice, test, "words", () -> {});
    eventuallyThere("alice", "bob", "kept");
    line.begin();
    clock.advance(TTL.minusMillis(1));
    assertThat(seats(bob)).isEqualTo(presence(bob)).containsExactly("alice", "bob", "kept");
    clock.advance(Duration.ofMillis(1));
    assertThat(seats(bob)).isEqualTo(presence(bob)).containsExactly("bob");
  }

  @Test
  void agentWhoseNodeWasKilled_isOnlyWhereItWentOn() {
    handover(first).keep(alice, test, "words", () -> {});
    line.begin();
    Connection there = taken(second);
    Connection carol = enter(node("third", source), "carol");
    eventuallyThere("alice", "bob", "carol");
    eventually("the third node knows", () -> isThere(carol, List.of("alice", "bob", "carol")));
    clock.advance(TTL.minusMillis(1));
    assertThat(seats(bob)).isEqualTo(presence(bob)).containsExactly("alice", "bob", "carol");
    there.rooms().leave(PLANNING);
    eventually("both say that she left", () -> isThere(carol, List.of("bob", "carol")));
    assertThat(presence(bob)).isEqualTo(seats(bob)).containsExactly("bob", "carol");
    there.close();
    eventually(
        "she is gone",
        () -> presence(carol, RosterQuery.ALL.online()).equals(List.of("bob", "carol")));
  }

  @Test
  void agentOnBothNodes_hasTwoSeatsAndIsListedOnce() {
    Connection other = first.connect(ConnectOptions.of("bob").in(new WorkspaceId(test)));
    other.rooms().join(PLANNING, Nickname.of("zbob"));
    other.rooms().join(RoomName.of("review"));
    assertThat(seats(bob)).containsExactly("alice", "bob", "zbob");
    assertThat(presence(bob)).containsExactly("alice", "bob");
    Connection carol = enter(second, "carol");
    eventually("the other is known", () -> bobs(carol).get(0).topics().size() == 2);
    bob.close();
    assertThat(seats(carol)).containsExactly("alice", "carol", "zbob");
    assertThat(presence(carol)).containsExactly("alice", "bob", "carol");
    eventually("the other node knows", () -> presence(alice).equals(presence(carol)));
    assertThat(bobs(carol)).hasSize(1);
    other.close();
    eventually("he is gone", () -> isThere(carol, List.of("alice", "carol")));
  }

  private static List<AgentStatus> bobs(Connection asking) {
    return asking.presence().roster(RosterQuery.ALL.matching("bob")).users();
  }

  private Connection enter(Parley node, String agent) {
    Connection entered = node.connect(ConnectOptions.of(agent).in(new WorkspaceId(test)));
    entered.rooms().join(PLANNING, Nickname.of(agent));
    return entered;
  }

  private void eventuallyThere(String... agents) {
    eventually("both nodes say: " + List.of(agents), () -> isThere(bob, List.of(agents)));
  }

  private static boolean isThere(Connection asking, List<String> agents) {
    return seats(asking).equals(agents) && presence(asking).equals(agents);
  }

  private static List<String> seats(Connection asking) {
    return asking.rooms().whoIsHere(PLANNING).stream().map(Nickname::value).sorted().toList();
  }

  private static List<String> presence(Connection asking) {
    return presence(asking, RosterQuery.ALL.online().in(PLANNING));
  }

  private static List<String> presence(Connection asking, RosterQuery query) {
    return asking.presence().roster(query).users().stream()
        .map(AgentStatus::handle)
        .map(Object::toString)
        .sorted()
        .toList();
  }

  private Parley node(String name, DataSource over) {
    Parley node =
        store.over(over).node(name).clock(clock).rateLimit(RateLimit.OFF).pace(QUICK).build();
    nodes.add(node);
    return node;
  }

  private static ConnectionFailover handover(Parley node) {
    return node.failover().orElseThrow();
  }

  private Connection taken(Parley by) {
    List<ConnectionLocation> found = new ArrayList<>();
    eventually(
        "the connection is taken over",
        () -> {
          found.add(handover(by).find(test, true));
          return found.get(found.size() - 1).kind() == ConnectionLocation.Kind.TAKEN_OVER;
        });
    Optional<ConnectionLocation.Taken> taken = found.get(found.size() - 1).taken();
    return taken.orElseThrow().connection();
  }
}

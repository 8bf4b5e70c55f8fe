package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.Connection;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.SubAgentEvent;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.Body;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.Unread;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ProblemCode;
import dev.parley.room.RoomMember;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Agents that act through one connection are in rooms and sessions as themselves. */
@OnStores
class SubAgentsTest extends OpenRooms {
  private static final RoomName DESK = RoomName.of("desk");
  private static final AgentId FE = new AgentId("alice.fe");
  private static final AgentId BE = new AgentId("alice.be");

  @Test
  void as_itself_isTheConnection_andAnotherTwice_isTheSameOne() {
    Connection alice = connect("alice");
    assertThat(alice.as(alice.agent())).isSameAs(alice);
    assertThat(alice.opened(FE)).isEmpty();
    Connection fe = alice.as(FE);
    assertThat(alice.as(FE)).isSameAs(fe);
    assertThat(alice.opened(FE)).containsSame(fe);
    assertThat(fe.agent()).isEqualTo(FE);
    assertThat(fe.as(BE)).isSameAs(alice.as(BE));
    assertThat(fe.as(alice.agent())).isSameAs(alice);
  }

  @Test
  void rooms_ofEach_areItsOwn() {
    Connection alice = connect("alice");
    Connection fe = alice.as(FE);
    fe.rooms().join(DESK, Nickname.of("front"));
    alice.as(BE).rooms().join(DESK, Nickname.of("back"));
    assertThat(alice.rooms().list().joined()).isEmpty();
    assertThat(alice.rooms().members(DESK))
        .containsExactly(
            new RoomMember(Nickname.of("front"), FE), new RoomMember(Nickname.of("back"), BE));
    fe.rooms().leave(DESK);
    assertThat(alice.rooms().whoIsHere(DESK)).containsExactly(Nickname.of("back"));
  }

  @Test
  void push_forEach_namesIt_andItsOwnMessageIsNotSentBack() {
    Connection alice = connect("alice");
    Queue<String> heard = heard(alice);
    alice.as(FE).rooms().join(DESK, Nickname.of("front"));
    alice.as(BE).rooms().join(DESK, Nickname.of("back"));
    alice.rooms().join(DESK, Nickname.of("alice"));
    alice.as(FE).rooms().send(DESK, Body.of("hello"));
    eventually("both others hear it", () -> heard.size() == 2);
    assertThat(heard).containsExactlyInAnyOrder("hello", "alice.be: hello");
  }

  @Test
  void direct_toASubAgent_isPushedForIt_andWhatIsToAllOnce() {
    Connection alice = connect("alice");
    Queue<String> heard = heard(alice);
    alice.as(FE);
    alice.as(BE);
    Connection bob = connect("bob");
    say(bob, Optional.of(FE), "for fe");
    say(bob, Optional.empty(), "for all");
    say(bob, Optional.of(alice.agent()), "for alice");
    eventually("all are heard", () -> heard.size() == 3);
    assertThat(heard).containsExactly("alice.fe: for fe", "for all", "for alice");
  }

  @Test
  void unread_andInbox_areOfEachAlone() {
    Connection alice = connect("alice");
    Connection fe = alice.as(FE);
    Connection bob = connect("bob");
    fe.rooms().join(DESK, Nickname.of("front"));
    bob.rooms().join(DESK, Nickname.of("bob"));
    assertThat(poll(fe)).isEmpty();
    assertThat(poll(alice.as(BE))).isEmpty();
    say(bob, Optional.of(FE), "direct");
    bob.rooms().send(DESK, Body.of("@front look"));
    eventually("both wait", () -> fe.unread().equals(new Unread(1, 1)));
    assertThat(alice.unread()).isEqualTo(new Unread(0, 0));
    assertThat(alice.as(BE).unread()).isEqualTo(new Unread(0, 0));
    assertThat(poll(fe)).containsExactlyInAnyOrder("direct", "@front look");
    assertThat(poll(alice.as(BE))).isEmpty();
    assertThat(fe.unread()).isEqualTo(new Unread(0, 0));
  }

  @Test
  void session_ofAll_isTheOneAnyOfThemStarted() {
    Connection alice = connect("alice");
    Connection fe = alice.as(FE);
    alice.sessions().start(new SessionId("run"));
    connect("bob").sessions().start(new SessionId("other"));
    assertThat(fe.sessions().current().id()).isEqualTo(new SessionId("run"));
    fe.sessions().start(new SessionId("next"));
    assertThat(alice.sessions().current().id()).isEqualTo(new SessionId("next"));
    say(connect("carol"), Optional.of(FE), "read by a view");
    assertThat(alice.sessions().current().as(FE).agent()).isEqualTo(FE);
  }

  /** Messages that the parent's view of the session read for a sub-agent do not come again. */
  @Test
  void poll_afterAReadForTheSubAgent_passesOverIt() {
    Connection alice = connect("alice");
    Connection fe = alice.as(FE);
    assertThat(poll(fe)).isEmpty();
    say(connect("bob"), Optional.of(FE), "once");
    assertThat(alice.sessions().current().as(FE).messages().after(0)).hasSize(1);
    assertThat(poll(fe)).isEmpty();
  }

  @Test
  void close_ofTheConnection_endsAllOfThem() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    Connection fe = alice.as(FE);
    fe.rooms().join(DESK, Nickname.of("front"));
    alice.as(BE).rooms().join(DESK, Nickname.of("back"));
    assertThat(online(bob)).contains("alice", "alice.fe", "alice.be");
    alice.close();
    assertThat(bob.rooms().members(DESK)).isEmpty();
    assertThat(online(bob)).doesNotContain("alice", "alice.fe", "alice.be");
    assertThat(refusedCode(() -> fe.rooms().list())).isEqualTo(ProblemCode.CONNECTION_CLOSED);
    assertThat(refusedCode(() -> alice.as(FE))).isEqualTo(ProblemCode.CONNECTION_CLOSED);
  }

  @Test
  void as_atTheBound_isAdmitted_andOnePastItIsRefusedUntilOneIsClosed() {
    Connection alice = connect("alice");
    for (int i = 1; i <= Connection.MAX_SUB_AGENTS; i++) {
      alice.as(new AgentId("alice." + i));
    }
    AgentId past = new AgentId("alice.past");
    assertThat(refused(() -> alice.as(past)))
        .isInstanceOfSatisfying(
            LimitReached.class,
            full -> assertThat(full.limit()).isEqualTo(Connection.MAX_SUB_AGENTS));
    assertThat(alice.as(new AgentId("alice.1")).agent()).isEqualTo(new AgentId("alice.1"));
    alice.as(new AgentId("alice.1")).close();
    assertThat(alice.as(past).agent()).isEqualTo(past);
    assertThat(refusedCode(() -> alice.as(new AgentId("alice.1"))))
        .isEqualTo(ProblemCode.LIMIT_REACHED);
  }

  /** More than may wait at once for the sink of the connection, all sent while it had none. */
  @Test
  void pushes_thatWaitedForASink_comeAllInOrder() {
    int count = PushForwarding.MAX_WAITING + 200;
    Connection alice = connect("alice");
    alice.as(FE).rooms().join(DESK, Nickname.of("front"));
    Connection bob = connect("bob");
    bob.rooms().join(DESK, Nickname.of("bob"));
    IntStream.range(0, count).forEach(i -> bob.rooms().send(DESK, Body.of("m" + i)));
    Queue<String> heard = heard(alice);
    eventually("all are heard", () -> heard.size() == count);
    assertThat(heard)
        .containsExactlyElementsOf(
            IntStream.range(0, count).mapToObj(i -> "alice.fe: m" + i).toList());
    bob.rooms().send(DESK, Body.of("live"));
    eventually("it goes on", () -> heard.contains("alice.fe: live"));
  }

  private static Queue<String> heard(Connection connection) {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    connection.listen(event -> heard.add(words(event)));
    return heard;
  }

  private static String words(Event event) {
    if (event instanceof SubAgentEvent passedOn) {
      return passedOn.agent() + ": " + words(passedOn.event());
    }
    return event instanceof MessageArrived arrived
        ? arrived.message().text()
        : event instanceof DirectArrived direct
            ? direct.message().draft().content()
            : event.toString();
  }

  private static List<String> poll(Connection connection) {
    var batch =
        connection
            .inbox()
            .await(OptionalLong.empty(), 10, Duration.ZERO)
            .toCompletableFuture()
            .join();
    return Stream.concat(
            batch.messages().stream().map(message -> message.text()),
            batch.direct().stream().map(message -> message.draft().content()))
        .toList();
  }

  private static SessionMessage say(Connection from, Optional<AgentId> to, String text) {
    return from.sessions()
        .current()
        .messages()
        .send(
            to.map(agent -> SessionMessageDraft.direct(agent, text))
                .orElseGet(() -> SessionMessageDraft.broadcast(text)));
  }

  private static List<String> online(Connection observer) {
    return observer.presence().roster(RosterQuery.ALL.online()).users().stream()
        .map(AgentStatus::handle)
        .map(AgentId::value)
        .toList();
  }
}

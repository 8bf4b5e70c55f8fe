package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.agent.InboxBatch;
import dev.parley.event.MessageArrived;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessagePage;
import dev.parley.message.Recipient;
import dev.parley.message.Recipient.DeliveryChannel;
import dev.parley.message.SessionMessageDraft;
import dev.parley.page.PageSize;
import dev.parley.problem.ProblemCode;
import dev.parley.session.SessionMessages;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The status of a message, as its sender is told, on every store. */
@OnStores
class LedgerTest extends OpenRooms {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final Duration LONG = Duration.ofSeconds(20);

  @Test
  void status_tellsOfEachRecipientByWhichWayItGotTheMessageAndNothingMore() {
    Connection alice = connect("alice");
    post(alice, "before anybody");
    Queue<String> byBob = listening(joined("bob"));
    Connection carol = joined("carol");
    awaitedNothing(carol);
    joined("dave");
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    Message message = post(alice, "one");
    eventually("bob hears it", () -> !byBob.isEmpty());
    awaited(carol);
    MessagePage read = connect("erin").topics().fetchRecent(PLANNING, Optional.empty(), 1);
    assertThat(read.messages()).hasSize(1);
    assertThat(status(alice, message))
        .containsExactly(
            new Recipient(joined("bob").agent(), Set.of(DeliveryChannel.PUSH), false),
            new Recipient(carol.agent(), Set.of(DeliveryChannel.POLL), false),
            new Recipient(joined("dave").agent(), Set.of(), false),
            new Recipient(joined("erin").agent(), Set.of(DeliveryChannel.READ), false));
  }

  @Test
  void messageThatAHookHandsOut_isOfferedByTheHook_andNotByAPoll() {
    Connection alice = connect("alice");
    post(alice, "before anybody");
    Connection bob = joined("bob");
    Message message = post(alice, "one");
    assertThat(bob.inbox().takeForHook(PageSize.of(10)).toCompletableFuture().join().messages())
        .hasSize(1);
    assertThat(status(alice, message))
        .containsExactly(new Recipient(bob.agent(), Set.of(DeliveryChannel.HOOK), false));
  }

  @Test
  void answered_isWhoPostedAfterIt_andNotInReplyToAnother() {
    Connection alice = connect("alice");
    Message first = post(alice, "first");
    Connection bob = joined("bob");
    Connection carol = joined("carol");
    Message message = post(alice, "one");
    assertThat(answeredBy(alice, message)).isEmpty();
    carol.topics().post(PLANNING, Body.of("to the first"), Optional.of(first.id()));
    assertThat(answeredBy(alice, message)).isEmpty();
    bob.topics().post(PLANNING, Body.of("to it"), Optional.of(message.id()));
    carol.rooms().send(PLANNING, Body.of("after it"));
    assertThat(answeredBy(alice, message)).containsExactly("bob", "carol");
  }

  @Test
  void answered_inASession_isWhoWroteToTheSenderOrToAll() {
    SessionMessages alice = session("alice");
    SessionMessages bob = session("bob");
    long seq = say(alice, Optional.of("bob"));
    assertThat(alice.status(seq).recipients())
        .extracting(Recipient::answered)
        .containsExactly(false);
    say(bob, Optional.of("carol"));
    assertThat(alice.status(seq).recipients())
        .extracting(Recipient::answered)
        .containsExactly(false);
    say(bob, Optional.of("alice"));
    assertThat(alice.status(seq).recipients())
        .extracting(Recipient::answered)
        .containsExactly(true);
  }

  @Test
  void status_ofWhatWasSaidBeforeAnAgentCame_doesNotNameIt() {
    Connection alice = connect("alice");
    Message before = post(alice, "before");
    Queue<String> heard = listening(joined("bob"));
    post(alice, "after");
    eventually("bob hears what came after", () -> !heard.isEmpty());
    assertThat(status(alice, before)).isEmpty();
  }

  @Test
  void leaving_endsBeingARecipient() {
    Connection alice = connect("alice");
    post(alice, "first");
    Connection bob = joined("bob");
    assertThat(status(alice, post(alice, "second"))).hasSize(1);
    bob.rooms().leave(PLANNING);
    assertThat(status(alice, post(alice, "third"))).isEmpty();
  }

  @Test
  void seen_isShownByAcknowledgingByReadingOnAndByWaitingOn() {
    Connection alice = connect("alice");
    post(alice, "first");
    Connection bob = joined("bob");
    Connection carol = connect("carol");
    Connection dave = joined("dave");
    awaitedNothing(dave);
    Message message = post(alice, "second");
    MessagePage page = carol.topics().fetchRecent(PLANNING, Optional.empty(), 2);
    InboxBatch arrivals = awaited(dave);
    assertThat(seenBy(alice, message)).isEmpty();
    bob.topics().acknowledge(PLANNING, message.seq());
    assertThat(seenBy(alice, message)).containsExactly("bob");
    Cursor next = page.next();
    assertThat(carol.topics().fetchRecent(PLANNING, Optional.of(next), 2).messages()).isEmpty();
    assertThat(seenBy(alice, message)).containsExactly("bob", "carol");
    var unused = dave.inbox().await(OptionalLong.of(arrivals.next()), 1, Duration.ZERO);
    assertThat(seenBy(alice, message)).containsExactly("bob", "carol", "dave");
  }

  @Test
  void acknowledge_outsideOfWhatIsThere_isRefused() {
    Connection alice = connect("alice");
    assertThat(refusedCode(() -> alice.topics().acknowledge(PLANNING, 1)))
        .isEqualTo(ProblemCode.NOT_FOUND);
    long last = post(alice, "one").seq();
    alice.rooms().join(PLANNING);
    alice.topics().acknowledge(PLANNING, last);
    for (long seq : new long[] {Long.MIN_VALUE, 0, last + 1, Long.MAX_VALUE}) {
      assertThat(refusedField(() -> alice.topics().acknowledge(PLANNING, seq))).isEqualTo("seq");
      assertThat(refusedCode(() -> alice.topics().status(PLANNING, seq)))
          .isEqualTo(ProblemCode.NOT_FOUND);
    }
  }

  @Test
  void acknowledge_byOneWhoNeverWasInTheRoomNorReadIt_isRefusedAndMakesNoRecipient() {
    Connection alice = connect("alice");
    Message message = post(alice, "one");
    Connection bob = connect("bob");
    assertThat(refusedCode(() -> bob.topics().acknowledge(PLANNING, 1)))
        .isEqualTo(ProblemCode.NOT_IN_ROOM);
    assertThat(status(alice, message)).isEmpty();
    bob.topics().fetchRecent(PLANNING, Optional.empty(), 1);
    bob.topics().acknowledge(PLANNING, 1);
    assertThat(seenBy(alice, message)).containsExactly("bob");
  }

  @Test
  void status_ofAnEphemeralRoom_saysThatThereIsNone() {
    Connection alice = connect("alice");
    RoomName passing = RoomName.of("passing");
    alice.rooms().join(passing);
    long seq = alice.rooms().send(passing, Body.of("one")).seq();
    assertThat(refusedField(() -> alice.topics().status(passing, seq))).isEqualTo("room");
    assertThat(refusedField(() -> alice.topics().acknowledge(passing, seq))).isEqualTo("room");
  }

  @Test
  void status_ofADirectMessage_isForItsSenderAndItsRecipientAlone() {
    SessionMessages byAlice = session("alice");
    long seq =
        byAlice
            .send(
                new SessionMessageDraft(
                    Optional.of(new AgentId("bob")),
                    "direct",
                    Optional.empty(),
                    Map.of(),
                    Optional.empty()))
            .seq();
    assertThat(byAlice.status(seq).recipients()).hasSize(1);
    assertThat(session("bob").status(seq).recipients()).hasSize(1);
    assertThat(refusedCode(() -> session("carol").status(seq)))
        .isEqualTo(ProblemCode.PERMISSION_DENIED);
  }

  @Test
  void oneWhoAcknowledges_isGivenAgainWhatItHasNotSeenWhenItComesBack() {
    Connection alice = connect("alice");
    post(alice, "one");
    Connection bob = joined("bob");
    Queue<String> first = listening(bob);
    long two = post(alice, "two").seq();
    post(alice, "three");
    eventually("both are heard", () -> first.size() == 2);
    bob.topics().acknowledge(PLANNING, two);
    bob.close();
    post(alice, "four");
    Connection again = joined("bob");
    Queue<String> second = listening(again);
    long five = post(alice, "five").seq();
    eventually("the rest is heard", () -> second.size() == 3);
    assertThat(second).containsExactly("three", "four", "five");
    again.topics().acknowledge(PLANNING, five);
    again.close();
    Queue<String> third = listening(joined("bob"));
    post(alice, "six");
    eventually("the new one is heard", () -> !third.isEmpty());
    assertThat(third).containsExactly("six");
  }

  @Test
  void oneWhoNeverAcknowledges_beginsWithWhatIsSaidNow() {
    Connection alice = connect("alice");
    post(alice, "one");
    Connection bob = joined("bob");
    assertThat(status(alice, post(alice, "two"))).hasSize(1);
    bob.close();
    post(alice, "while away");
    Queue<String> heard = listening(joined("bob"));
    post(alice, "three");
    eventually("the new one is heard", () -> !heard.isEmpty());
    assertThat(heard).containsExactly("three");
  }

  @Test
  void comingBackBeyondWhatWasHandedOver_claimsNothingOfWhatIsBetween() {
    Connection alice = connect("alice");
    post(alice, "one");
    Connection bob = joined("bob");
    post(alice, "two");
    assertThat(status(alice, post(alice, "three"))).hasSize(1);
    bob.close();
    Message between = post(alice, "between");
    Queue<String> heard = listening(joined("bob"));
    Message last = post(alice, "last");
    eventually("the last is heard", () -> !heard.isEmpty());
    assertThat(status(alice, last))
        .containsExactly(new Recipient(bob.agent(), Set.of(DeliveryChannel.PUSH), false));
    assertThat(status(alice, between)).isEmpty();
  }

  @Test
  void anotherNode_tellsTheSame() {
    Connection alice = connect("alice");
    post(alice, "one");
    Queue<String> heard = listening(joined("bob"));
    Message message = post(alice, "two");
    eventually("bob hears it", () -> !heard.isEmpty());
    try (Parley other = builder("other").build()) {
      Connection there = connect(other, "carol");
      eventually(
          "it is known there",
          () ->
              status(there, message).stream()
                  .anyMatch(bob -> bob.offered().contains(DeliveryChannel.PUSH)));
    }
  }

  @Test
  void status_inASession_tellsOfTheOneItWasSaidToOrOfAllWhoRead() {
    SessionMessages alice = session("alice");
    SessionMessages bob = session("bob");
    SessionMessages carol = session("carol");
    long direct = say(alice, Optional.of("bob"));
    assertThat(alice.status(direct).recipients())
        .containsExactly(new Recipient(connect("bob").agent(), Set.of(), false));
    assertThat(carol.after(0)).isEmpty();
    long broadcast = say(alice, Optional.empty());
    assertThat(bob.after(0)).hasSize(2);
    assertThat(alice.status(direct).recipients())
        .containsExactly(
            new Recipient(connect("bob").agent(), Set.of(DeliveryChannel.READ), false));
    assertThat(bob.after(direct)).hasSize(1);
    assertThat(alice.status(direct).recipients())
        .containsExactly(new Recipient(connect("bob").agent(), Set.of(DeliveryChannel.READ), true));
    carol.acknowledge(broadcast);
    assertThat(alice.status(broadcast).recipients())
        .extracting(recipient -> recipient.agent().value() + " " + recipient.seen())
        .containsExactly("bob false", "carol true");
    assertThat(bob.after(broadcast)).isEmpty();
    assertThat(alice.status(broadcast).recipients())
        .extracting(Recipient::seen)
        .containsExactly(true, true);
  }

  @Test
  void aPositionInASessionThatIsNotThere_isRefusedAndShowsNothing() {
    SessionMessages alice = session("alice");
    SessionMessages bob = session("bob");
    assertThat(bob.after(1_000_000)).isEmpty();
    long seq = say(alice, Optional.of("bob"));
    assertThat(alice.status(seq).recipients()).extracting(Recipient::seen).containsExactly(false);
    for (long wrong : new long[] {Long.MIN_VALUE, 0, seq + 1, Long.MAX_VALUE}) {
      assertThat(refusedField(() -> bob.acknowledge(wrong))).isEqualTo("seq");
      assertThat(refusedCode(() -> bob.status(wrong))).isEqualTo(ProblemCode.NOT_FOUND);
    }
  }

  private static long say(SessionMessages session, Optional<String> to) {
    return session
        .send(
            new SessionMessageDraft(
                to.map(AgentId::new), "words", Optional.empty(), Map.of(), Optional.empty()))
        .seq();
  }

  private SessionMessages session(String agent) {
    return connect(agent).sessions().start(new SessionId("run")).messages();
  }

  private Connection joined(String agent) {
    Connection connection = connect(agent);
    connection.rooms().join(PLANNING, Nickname.of(agent));
    return connection;
  }

  private static Queue<String> listening(Connection connection) {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    connection.listen(event -> heard.add(((MessageArrived) event).message().text()));
    return heard;
  }

  private static void awaitedNothing(Connection connection) {
    InboxBatch none =
        connection
            .inbox()
            .await(OptionalLong.empty(), 1, Duration.ZERO)
            .toCompletableFuture()
            .join();
    assertThat(none.messages()).isEmpty();
  }

  private static InboxBatch awaited(Connection connection) {
    InboxBatch some =
        connection.inbox().await(OptionalLong.empty(), 10, LONG).toCompletableFuture().join();
    assertThat(some.messages()).isNotEmpty();
    return some;
  }

  private static Message post(Connection connection, String text) {
    return connection.topics().post(PLANNING, Body.of(text), Optional.empty());
  }

  private static List<Recipient> status(Connection asking, Message message) {
    return asking.topics().status(PLANNING, message.seq()).recipients();
  }

  private static List<String> seenBy(Connection asking, Message message) {
    return status(asking, message).stream()
        .filter(Recipient::seen)
        .map(recipient -> recipient.agent().value())
        .toList();
  }

  private static List<String> answeredBy(Connection who, Message message) {
    return status(who, message).stream()
        .filter(Recipient::answered)
        .map(recipient -> recipient.agent().value())
        .toList();
  }
}

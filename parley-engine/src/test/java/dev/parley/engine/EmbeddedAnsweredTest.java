package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.InboxBatch;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessagePage;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.Unread;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a call was answered with is not delivered again, and what was only pushed is not read. */
class EmbeddedAnsweredTest {
  private static final SessionId RUN = new SessionId("run");
  private static final RoomName DESK = RoomName.of("desk");
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final OptionalLong NEXT = OptionalLong.empty();

  private final Parley parley = ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).build();
  private final Connection alice = connect("alice");
  private final Connection bob = connect("bob");

  @BeforeEach
  void meet() {
    alice.rooms().join(DESK);
    bob.rooms().join(DESK);
  }

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void firstWait_afterEverythingWasPushed_returnsAllOfIt_once() {
    Pushes pushes = pushed(NEXT);
    say("one");
    tell("direct");
    broadcast("to all");
    eventually("all is pushed", () -> pushes.words.size() == 3);
    assertThat(words(await(NEXT, LONG))).containsExactly("one", "direct", "to all");
    assertThat(words(await(NEXT, Duration.ZERO))).isEmpty();
    say("two");
    assertThat(words(await(NEXT, LONG))).containsExactly("two");
  }

  @Test
  void firstWait_returnsADirectMessageFromBeforeTheConnection() {
    SessionMessage said = say(alice, Optional.of("carol"), "while away");
    Connection carol = connect("carol");
    InboxBatch first = await(carol, NEXT, Duration.ZERO);
    assertThat(first.direct()).containsExactly(said);
    assertThat(carol.unread().isNone()).isTrue();
    assertThat(await(carol, NEXT, Duration.ZERO).direct()).isEmpty();
    carol.close();
    assertThat(await(connect("carol"), NEXT, Duration.ZERO).direct())
        .as("carol has shown, by waiting on, that it arrived")
        .isEmpty();
  }

  @Test
  void firstWait_passesOverWhatWasReadOrAcknowledged() {
    long first = post("one").seq();
    post("two");
    post("three");
    SessionMessage direct = tell("direct");
    bob.topics().acknowledge(DESK, first);
    MessagePage newest = bob.topics().fetchRecent(DESK, Optional.empty(), 1);
    assertThat(newest.messages()).hasSize(1);
    assertThat(bob.sessions().current().messages().after(0)).contains(direct);
    assertThat(words(await(NEXT, LONG))).containsExactly("two");
  }

  @Test
  void unread_goesDownWithTheAnswerOfAWait_andUpAgainWhereThatDidNotArrive() {
    say("@bob, look");
    tell("direct");
    eventually("both are counted", () -> bob.unread().equals(new Unread(1, 1)));
    InboxBatch answer = await(NEXT, LONG);
    assertThat(bob.unread().isNone()).isTrue();
    bob.inbox().notReceived(answer.next());
    assertThat(bob.unread()).isEqualTo(new Unread(1, 1));
    assertThat(words(await(NEXT, LONG))).containsExactly("@bob, look", "direct");
    assertThat(bob.unread().isNone()).isTrue();
  }

  @Test
  void notReceived_ofAnAnswerBeforeTheLast_changesNothing() {
    say("one");
    InboxBatch first = await(NEXT, LONG);
    say("two");
    await(NEXT, LONG);
    bob.inbox().notReceived(first.next());
    assertThat(words(await(NEXT, Duration.ZERO))).isEmpty();
  }

  @Test
  void wait_cancelledInTheMomentOfItsAnswer_losesNothing() {
    for (int i = 0; i < 300; i++) {
      CompletableFuture<InboxBatch> waiting = waiting(bob, NEXT, LONG);
      CompletableFuture<Void> cancelling = CompletableFuture.runAsync(() -> waiting.cancel(false));
      say("m" + i);
      cancelling.join();
      List<String> had = waiting.isCancelled() ? List.of() : words(waiting.join());
      if (had.isEmpty()) {
        assertThat(words(await(NEXT, LONG))).containsExactly("m" + i);
      } else {
        assertThat(had).containsExactly("m" + i);
      }
    }
  }

  @Test
  void resumedStream_isNotPushedWhatACallWasAnsweredWith() {
    Pushes before = pushed(NEXT);
    post("one");
    eventually("one is pushed", () -> before.words.size() == 1);
    before.detach();
    post("two");
    post("three");
    post("four");
    bob.topics().fetchRecent(DESK, Optional.empty(), 1);
    Pushes after = pushed(OptionalLong.of(1));
    eventually("the rest is pushed", () -> after.words.size() == 2);
    assertThat(after.words).containsExactly("two", "three");
    after.detach();
    tell("direct");
    eventually("it is counted", () -> bob.unread().direct() == 1);
    post("five");
    assertThat(words(await(NEXT, LONG))).containsExactly("one", "two", "three", "five", "direct");
    Pushes again = pushed(OptionalLong.of(0));
    post("six");
    eventually("the newest is pushed", () -> again.words.contains("six"));
    assertThat(again.words).containsExactly("six");
  }

  @Test
  void streamAttachedAgain_withoutProof_isPushedAgainWhatWasWrittenToTheOneBefore() {
    Pushes dead = pushed(NEXT);
    say("one");
    say("two");
    eventually("both are written", () -> dead.words.size() == 2);
    Pushes second = new Pushes();
    bob.attachAgain(second, 1);
    say("three");
    eventually("what was not proven comes again", () -> second.words.size() == 2);
    assertThat(second.words).containsExactly("two", "three");
    Pushes third = new Pushes();
    bob.attachAgain(third, 0);
    eventually("all comes again", () -> third.words.size() == 3);
    assertThat(third.words).containsExactly("one", "two", "three");
  }

  private Connection connect(String agent) {
    return parley.connect(ConnectOptions.of(agent).during(RUN));
  }

  private void say(String text) {
    alice.rooms().send(DESK, Body.of(text));
  }

  private Message post(String text) {
    return alice.topics().post(DESK, Body.of(text), Optional.empty());
  }

  private SessionMessage tell(String text) {
    return say(alice, Optional.of("bob"), text);
  }

  private void broadcast(String text) {
    say(alice, Optional.empty(), text);
  }

  private static SessionMessage say(Connection who, Optional<String> to, String text) {
    return who.sessions()
        .current()
        .messages()
        .send(
            new SessionMessageDraft(
                to.map(AgentId::new), text, Optional.empty(), Map.of(), Optional.empty()));
  }

  private InboxBatch await(OptionalLong received, Duration patience) {
    return await(bob, received, patience);
  }

  private static InboxBatch await(Connection who, OptionalLong received, Duration patience) {
    return waiting(who, received, patience).join();
  }

  private static CompletableFuture<InboxBatch> waiting(
      Connection who, OptionalLong received, Duration patience) {
    return who.inbox().await(received, 100, patience).toCompletableFuture();
  }

  private static List<String> words(InboxBatch arrivals) {
    List<String> words = new ArrayList<>();
    arrivals.messages().forEach(message -> words.add(message.text()));
    arrivals.direct().forEach(message -> words.add(message.draft().content()));
    return words;
  }

  private Pushes pushed(OptionalLong lastReceived) {
    Pushes pushes = new Pushes();
    pushes.detaching = bob.attach(pushes, lastReceived)::detach;
    return pushes;
  }

  /** A client that takes every push and shows none. */
  private static final class Pushes implements Sink {
    final Queue<String> words = new ConcurrentLinkedQueue<>();
    private Runnable detaching = () -> {};

    void detach() {
      detaching.run();
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void deliver(Push push) {
      Event event = push.event();
      words.add(
          event instanceof MessageArrived said
              ? said.message().text()
              : ((DirectArrived) event).message().draft().content());
    }

    @Override
    public void flush() {}

    @Override
    public void cut(Cut why) {}
  }
}

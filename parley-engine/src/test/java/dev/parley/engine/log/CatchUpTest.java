package dev.parley.engine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CatchUpTest {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("plan"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));
  private static final MessageId ID = new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  private static final int PAGE = 10;

  private final List<StoredMessage> log = new ArrayList<>();
  private final Followers followers = new Followers();
  private final List<Long> passed = new ArrayList<>();
  private final AtomicInteger begun = new AtomicInteger();

  /** Runs before each page is read. */
  private Runnable beforePage = () -> {};

  @Test
  void messagesOfThePastComeFirst_andEachOnce() {
    post(25);
    follow(stored -> passed.add(seq(stored)));
    post(5);
    assertThat(passed).containsExactlyElementsOf(numbers(30));
  }

  @Test
  void messagesDuringTheReading_comeAfterThePast_andOnce() {
    post(25);
    beforePage =
        () -> {
          if (log.size() < 100) {
            post(7);
          }
        };
    follow(stored -> passed.add(seq(stored)));
    post(1);
    assertThat(passed).containsExactlyElementsOf(numbers(log.size()));
  }

  @Test
  void moreDuringTheReadingThanMayWait_areReadFromTheLog() {
    post(5);
    beforePage =
        () -> {
          if (begun.get() == 1 && log.size() < 5_000) {
            post(CatchUp.MAX_WAITING + 1);
          }
        };
    follow(stored -> passed.add(seq(stored)));
    post(1);
    assertThat(begun).hasValue(2);
    assertThat(passed).containsExactlyElementsOf(numbers(log.size()));
  }

  @Test
  void asManyDuringTheReadingAsMayWait_wait() {
    post(5);
    beforePage =
        () -> {
          if (log.size() == 5) {
            post(CatchUp.MAX_WAITING);
          }
        };
    follow(stored -> passed.add(seq(stored)));
    assertThat(begun).hasValue(1);
    assertThat(passed).containsExactlyElementsOf(numbers(log.size()));
  }

  @Test
  void followerThatThrows_getsTheNext() {
    post(3);
    follow(
        stored -> {
          passed.add(seq(stored));
          throw new IllegalArgumentException("on purpose");
        });
    post(2);
    assertThat(passed).containsExactlyElementsOf(numbers(5));
  }

  @Test
  void pageThatCannotBeRead_endsTheSubscription() {
    post(3);
    beforePage =
        () -> {
          throw new IllegalStateException("on purpose");
        };
    assertThatIllegalStateException().isThrownBy(() -> follow(stored -> passed.add(seq(stored))));
    assertThat(followers.isEmpty()).isTrue();
  }

  private Subscription follow(Consumer<StoredMessage> follower) {
    return CatchUp.follow(
        live -> {
          begun.incrementAndGet();
          return new LiveSubscription(followers.add(live, log.size()), log.size());
        },
        this::page,
        Cursor.BEGINNING,
        follower);
  }

  private MessagePage page(Cursor after) {
    beforePage.run();
    int from = after.equals(Cursor.BEGINNING) ? 0 : Integer.parseInt(after.value());
    int to = Math.min(from + PAGE, log.size());
    Cursor next = to == from ? after : log.get(to - 1).cursor();
    return new MessagePage(List.copyOf(log.subList(from, to)), next, to < log.size());
  }

  private void post(int count) {
    for (int i = 0; i < count; i++) {
      long seq = log.size() + 1L;
      MessageDraft draft = MessageDraft.of(TOPIC, ALICE, Body.of("m"));
      StoredMessage stored =
          new StoredMessage(draft.accepted(ID, seq, Instant.EPOCH), new Cursor(Long.toString(seq)));
      log.add(stored);
      followers.pass(stored);
    }
  }

  private static long seq(StoredMessage stored) {
    return stored.message().seq();
  }

  private static List<Long> numbers(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }
}

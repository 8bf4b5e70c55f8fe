package dev.parley.engine.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FollowersTest {
  private final Followers followers = new Followers();
  private final List<Long> passed = new ArrayList<>();

  @Test
  void follower_getsWhatComesAfterItsNumber() {
    followers.add(this::take, 2);
    pass(1, 2, 3, 4);
    assertThat(passed).containsExactly(3L, 4L);
  }

  @Test
  void goBackTo_passesAgainWhatComesAfterIt_andMovesNobodyForward() {
    List<Long> early = new ArrayList<>();
    followers.add(this::take, 7);
    followers.add(stored -> early.add(stored.message().seq()), 1);
    followers.goBackTo(3);
    pass(2, 3, 4);
    assertThat(passed).containsExactly(4L);
    assertThat(early).containsExactly(2L, 3L, 4L);
  }

  @Test
  void close_whileAMessageIsPassed_reachesTheClosedOneNoMore() {
    List<Subscription> closed = new ArrayList<>();
    followers.add(stored -> closed.forEach(Subscription::close), 0);
    closed.add(followers.add(this::take, 0));
    pass(1, 2);
    assertThat(passed).isEmpty();
    assertThat(followers.isEmpty()).isFalse();
    followers.clear();
    assertThat(followers.isEmpty()).isTrue();
  }

  private void take(StoredMessage stored) {
    passed.add(stored.message().seq());
  }

  private void pass(long... seqs) {
    Sender alice = new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));
    TopicName topic = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("plan"));
    for (long seq : seqs) {
      followers.pass(
          new StoredMessage(
              MessageDraft.of(topic, alice, Body.of("m"))
                  .accepted(new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV"), seq, Instant.EPOCH),
              new Cursor(Long.toString(seq))));
    }
  }
}

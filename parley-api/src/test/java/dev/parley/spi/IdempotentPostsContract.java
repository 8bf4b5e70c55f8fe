package dev.parley.spi;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The promise of every backend that is {@link IdempotentPosts}. Its test extends this and says how
 * one is made; the names of the methods are the rules.
 */
public abstract class IdempotentPostsContract extends MessageBackendContract {
  private static final IdempotencyKey KEY = new IdempotencyKey("retry ä€😀 1");
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("keys"));
  private static final int CALLERS = 16;

  private MessageBackend backend;
  private IdempotentPosts posts;

  @BeforeEach
  final void takeBackend() {
    backend = connected();
    posts = (IdempotentPosts) backend;
  }

  @Test
  void post_ofTheSameUnderItsKey_isTheFirstOneAndToldOnce() {
    Queue<Message> told = new ConcurrentLinkedQueue<>();
    Subscription following =
        backend.follow(TOPIC, Optional.empty(), stored -> told.add(stored.message()));
    StoredMessage first = posts.post(draft("alice", "c1", "hello"), KEY);
    Message between = backend.post(draft("bob", "c2", "between")).message();
    StoredMessage again = posts.post(draft("alice", "another connection", "hello"), KEY);
    Message after = backend.post(draft("bob", "c2", "after")).message();
    assertThat(again.message().id()).isEqualTo(first.message().id());
    assertThat(again.message().seq()).isEqualTo(first.message().seq());
    assertThat(again.message().sentAt()).isEqualTo(first.message().sentAt());
    assertThat(again.cursor()).isEqualTo(first.cursor());
    eventually("all are told", () -> told.size() == 3);
    assertThat(told).containsExactly(first.message(), between, after);
    following.close();
  }

  @Test
  void post_ofAnotherContentUnderTheKey_isRefusedAndWritesNothing() {
    Message first = posts.post(draft("alice", "c1", "hello"), KEY).message();
    MessageDraft reply =
        new MessageDraft(TOPIC, sender("alice", "c1"), Body.of("hello"), Optional.of(first.id()));
    for (MessageDraft other : List.of(draft("alice", "c1", "something else"), reply)) {
      Problem refused = refused(() -> posts.post(other, KEY));
      assertThat(refused.code()).isEqualTo(ProblemCode.KEY_REUSED);
      assertThat(refused.details())
          .containsEntry("idempotencyKey", KEY.value())
          .containsEntry("what", "message")
          .containsEntry("id", first.id().value());
    }
    assertThat(backend.post(draft("alice", "c1", "next")).message().seq())
        .isEqualTo(first.seq() + 1);
  }

  @Test
  void key_ofAnotherAgent_andInAnotherTopic_isAnother() {
    Message first = posts.post(draft("alice", "c1", "hello"), KEY).message();
    Message bobs = posts.post(draft("bob", "c2", "hello"), KEY).message();
    TopicName elsewhere = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("elsewhere"));
    Message other =
        posts
            .post(MessageDraft.of(elsewhere, sender("alice", "c1"), Body.of("not that")), KEY)
            .message();
    assertThat(bobs.seq()).isEqualTo(first.seq() + 1);
    assertThat(List.of(first.id(), bobs.id(), other.id())).doesNotHaveDuplicates();
  }

  @Test
  void post_withKeysAndWithout_isInOneOrder() {
    Message plain = backend.post(draft("alice", "c1", "same")).message();
    Message keyed = posts.post(draft("alice", "c1", "same"), KEY).message();
    Message other = posts.post(draft("alice", "c1", "same"), new IdempotencyKey("2")).message();
    Message last = backend.post(draft("alice", "c1", "same")).message();
    assertThat(List.of(plain.seq(), keyed.seq(), other.seq(), last.seq()))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void post_byManyAtOnceUnderOneKey_isOne() throws Exception {
    List<List<MessageId>> answers =
        AtOnce.run(
            CALLERS,
            index -> {
              MessageId id = posts.post(draft("alice", "c" + index, "raced"), KEY).message().id();
              Message besides = backend.post(draft("bob", "c", "besides " + index)).message();
              return List.of(id, besides.id());
            });
    assertThat(answers.stream().map(ids -> ids.get(0)).distinct()).hasSize(1);
    long last = backend.post(draft("bob", "c", "last")).message().seq();
    long first = posts.post(draft("alice", "c", "raced"), KEY).message().seq();
    assertThat(last - first).isLessThanOrEqualTo(CALLERS + 1L);
  }

  /** A draft to the topic of these rules. */
  protected static MessageDraft draft(String agent, String connection, String text) {
    return MessageDraft.of(TOPIC, sender(agent, connection), Body.of(text));
  }

  private static Sender sender(String agent, String connection) {
    return new Sender(
        new AgentId(agent), Nickname.of(agent), new ConnectionId(connection.replace(' ', '-')));
  }
}

package dev.parley.engine.backend.redis;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.parley.AtOnce;
import dev.parley.engine.ServerProgram;
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
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes on channels of one Redis. */
class RedisPubSubTest {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("talk"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("al"), new ConnectionId("c1"));
  private static final long BEFORE = 40;

  private RedisServer server;
  private RedisPubSub one;
  private RedisPubSub other;

  @BeforeAll
  static void requireRedis() {
    ServerProgram.REDIS.require();
  }

  @BeforeEach
  void start() {
    server = RedisServer.start();
    one = node();
    other = node();
  }

  @AfterEach
  void end() {
    one.disconnect();
    other.disconnect();
    server.close();
  }

  private RedisPubSub node() {
    RedisPubSub node = new RedisPubSub(server.address(), "test:", topic -> BEFORE);
    node.connect();
    return node;
  }

  @Test
  void post_isHeardAsItWasSaid() {
    Queue<Message> heard = heard(other);
    MessageId answered = new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    Message posted =
        one.post(new MessageDraft(TOPIC, ALICE, Body.of(" a\n b  ü😀 "), Optional.of(answered)))
            .message();
    eventually("it is heard", () -> heard.size() == 1);
    assertThat(heard).containsExactly(posted);
    assertThat(posted.seq()).isEqualTo(BEFORE + 1);
  }

  @Test
  void posts_ofBothAtOnce_areHeardInOneOrderWithoutAGap() throws Exception {
    Queue<Message> here = heard(one);
    Queue<Message> there = heard(other);
    AtOnce.run(
        8,
        index -> {
          for (int i = 0; i < 50; i++) {
            (index % 2 == 0 ? one : other).post(draft("m"));
          }
          return index;
        });
    eventually("all is heard", () -> here.size() == 400 && there.size() == 400);
    assertThat(List.copyOf(here)).isEqualTo(List.copyOf(there));
    assertThat(here)
        .extracting(Message::seq)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(BEFORE + 1, BEFORE + 400).boxed().toList());
  }

  /** As when the answer was lost and it is sent once more. */
  @Test
  void aPostThatComesAgain_isHeardOnceAndAnsweredTheSame() {
    Queue<Message> heard = heard(other);
    Message first = one.post(draft("makes the topic")).message();
    MessageId id = new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    PublishScript script = new PublishScript(new Keys("test:"));
    RedisConnections lines = new RedisConnections(server.address());
    String receipt = lines.ask(line -> script.run(line, draft("again"), id, null));
    String another = lines.ask(line -> script.run(line, draft("again"), id, null));
    assertThat(another).isEqualTo(receipt);
    lines.close();
    Message last = one.post(draft("last")).message();
    eventually("the last is heard", () -> heard.contains(last));
    assertThat(heard).extracting(Message::seq).containsExactly(41L, 42L, 43L);
    assertThat(heard).contains(first);
  }

  @Test
  void posts_ofOneAgentUnderOneKeyAtBothNodes_areHeardOnce() throws Exception {
    Queue<Message> heard = heard(other);
    IdempotencyKey key = new IdempotencyKey("k");
    List<StoredMessage> answers =
        AtOnce.run(8, index -> (index % 2 == 0 ? one : other).post(draft("raced"), key));
    assertThat(answers.stream().distinct()).hasSize(1);
    Problem refused = refused(() -> other.post(draft("something else"), key));
    assertThat(refused.code()).isEqualTo(ProblemCode.KEY_REUSED);
    assertThat(refused.details())
        .containsEntry("id", answers.get(0).message().id().value())
        .containsEntry("idempotencyKey", "k");
    Message last = one.post(draft("last")).message();
    eventually("the last is heard", () -> heard.contains(last));
    assertThat(heard).containsExactly(answers.get(0).message(), last);
  }

  @Test
  void nothingIsKept() {
    StoredMessage posted = one.post(draft("gone"));
    assertThat(one.fetchAfter(TOPIC, Optional.empty(), 10).messages()).isEmpty();
    assertThat(one.fetchAfter(TOPIC, Optional.of(posted.cursor()), 10).hasMore()).isFalse();
  }

  @Test
  void whoDoesNotFollowAnyMore_hearsNothing() {
    Queue<Message> heard = new ConcurrentLinkedQueue<>();
    Subscription subscription =
        other.follow(TOPIC, Optional.empty(), stored -> heard.add(stored.message()));
    Queue<Message> stays = heard(other);
    subscription.close();
    one.post(draft("m"));
    eventually("the other hears it", () -> stays.size() == 1);
    assertThat(heard).isEmpty();
  }

  @Test
  void anAbsentServer_isRefused_andListenedToWhenItIsBack() throws Exception {
    Queue<Message> heard = heard(other);
    server.kill();
    assertThat(refusedCode(() -> one.post(draft("nobody hears"))))
        .isEqualTo(ProblemCode.UNAVAILABLE);
    server.run();
    eventually(
        "it is heard again",
        () -> {
          one.post(draft("m"));
          return !heard.isEmpty();
        });
  }

  @Test
  void aBackendThatIsNotConnected_says() {
    one.disconnect();
    assertThatIllegalStateException().isThrownBy(() -> one.post(draft("m")));
  }

  private static MessageDraft draft(String text) {
    return MessageDraft.of(TOPIC, ALICE, Body.of(text));
  }

  private static Queue<Message> heard(RedisPubSub node) {
    Queue<Message> heard = new ConcurrentLinkedQueue<>();
    Subscription unused =
        node.follow(TOPIC, Optional.empty(), stored -> heard.add(stored.message()));
    return heard;
  }
}

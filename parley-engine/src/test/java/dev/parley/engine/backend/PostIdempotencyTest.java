package dev.parley.engine.backend;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.IdempotencyKey;
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
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.Problem;
import dev.parley.spi.MessageBackend;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PostIdempotencyTest {
  private static final MessageDraft DRAFT =
      MessageDraft.of(
          TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning")),
          new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1")),
          Body.of("hi"));

  @Test
  void post_withAKeyToABackendThatKnowsNone_isRefusedAndWritesNothing() {
    WithoutKeys backend = new WithoutKeys();
    Problem refused = refused(() -> PostIdempotency.post(backend, DRAFT, new IdempotencyKey("k")));
    assertThat(refused).isInstanceOf(InvalidArgument.class);
    assertThat(refused.details()).containsEntry("field", "idempotency_key");
    assertThat(refused.message()).contains("knows no idempotency keys");
    assertThat(backend.posted).isEmpty();
    StoredMessage unused = PostIdempotency.post(backend, DRAFT, null);
    assertThat(backend.posted).containsExactly(DRAFT);
  }

  /** Backends store digests, and a later version compares with them. */
  @Test
  void digests_ofTheSame_areThoseOfEveryVersion() {
    assertThat(PostIdempotency.contentDigest(DRAFT))
        .isEqualTo("e6908025cd50ce380feecfeaedb70ba2c2f701cc5e314b7b70ef5e1c04b0ec58");
    assertThat(PostIdempotency.keyDigest(DRAFT, new IdempotencyKey("k")))
        .isEqualTo("27a1787665de219bd4fdbb445145f4e042ec52d0875c2f3d2d22dc5f18494646");
  }

  /** As a backend of an embedder's that was written before there were keys. */
  private static final class WithoutKeys implements MessageBackend {
    private final List<MessageDraft> posted = new ArrayList<>();

    @Override
    public void connect() {}

    @Override
    public void disconnect() {}

    @Override
    public Subscription follow(
        TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
      return () -> {};
    }

    @Override
    public StoredMessage post(MessageDraft draft) {
      posted.add(draft);
      MessageId id = new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
      return new StoredMessage(
          draft.accepted(id, posted.size(), Instant.EPOCH), LogPosition.start());
    }

    @Override
    public MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
      return new MessagePage(List.of(), LogPosition.start(), false);
    }

    @Override
    public String resolveIdentity(AgentId agent) {
      return agent.value();
    }
  }
}

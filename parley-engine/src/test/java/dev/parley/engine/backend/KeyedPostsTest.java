package dev.parley.engine.backend;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.IdempotencyKey;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.agent.ConnectionId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.Draft;
import dev.parley.message.MessageId;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.Problem;
import dev.parley.room.Nickname;
import dev.parley.room.RoomName;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Page;
import dev.parley.spi.Stored;
import dev.parley.spi.Subscription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class KeyedPostsTest {
  private static final Draft DRAFT =
      Draft.of(
          TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning")),
          new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1")),
          Body.of("hi"));

  @Test
  void post_withAKeyToABackendThatKnowsNone_isRefusedAndWritesNothing() {
    WithoutKeys backend = new WithoutKeys();
    Problem refused = refused(() -> KeyedPosts.post(backend, DRAFT, new IdempotencyKey("k")));
    assertThat(refused).isInstanceOf(InvalidArgument.class);
    assertThat(refused.facts()).containsEntry("field", "idempotency_key");
    assertThat(refused.sentence()).contains("knows no idempotency keys");
    assertThat(backend.posted).isEmpty();
    Stored unused = KeyedPosts.post(backend, DRAFT, null);
    assertThat(backend.posted).containsExactly(DRAFT);
  }

  /** As a backend of an embedder's that was written before there were keys. */
  private static final class WithoutKeys implements MessageBackend {
    private final List<Draft> posted = new ArrayList<>();

    @Override
    public void connect() {}

    @Override
    public void disconnect() {}

    @Override
    public Subscription subscribe(TopicName topic, Consumer<Stored> follower) {
      return () -> {};
    }

    @Override
    public Stored post(Draft draft) {
      posted.add(draft);
      MessageId id = new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
      return new Stored(draft.accepted(id, posted.size(), Instant.EPOCH), LogPosition.start());
    }

    @Override
    public Page fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
      return new Page(List.of(), LogPosition.start(), false);
    }

    @Override
    public String resolveIdentity(AgentId agent) {
      return agent.value();
    }
  }
}

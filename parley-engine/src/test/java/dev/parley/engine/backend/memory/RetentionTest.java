package dev.parley.engine.backend.memory;

import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.agent.ConnectionId;
import dev.parley.message.Body;
import dev.parley.message.Draft;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.problem.Code;
import dev.parley.room.Nickname;
import dev.parley.room.RoomName;
import dev.parley.spi.Page;
import dev.parley.spi.Stored;
import dev.parley.spi.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));

  private final InMemoryBackend backend = InMemoryBackendTest.keeping(4);

  @BeforeEach
  void connect() {
    backend.connect();
  }

  @Test
  void post_pastWhatIsKept_letsTheOldestGo() {
    Stored first = post();
    for (int i = 2; i <= 10; i++) {
      post();
    }
    assertThat(seqs(fetch(Optional.of(first)))).containsExactly(7L, 8L, 9L, 10L);
    assertThat(seqs(fetch(Optional.empty()))).containsExactly(7L, 8L, 9L, 10L);
  }

  @Test
  void forget_ofATopicNobodyFollows_letsEverythingGoAndNumbersGoOn() {
    Stored first = post();
    post();
    backend.forget(TOPIC);
    assertThat(refusedCode(() -> fetch(Optional.of(first)))).isEqualTo(Code.POSITION_LOST);
    assertThat(post().message().seq()).isEqualTo(3);
    assertThat(refusedCode(() -> fetch(Optional.of(first)))).isEqualTo(Code.POSITION_LOST);
    assertThat(seqs(fetch(Optional.empty()))).containsExactly(3L);
  }

  @Test
  void forget_ofATopicSomebodyFollows_forgetsNothing() {
    List<Stored> told = new ArrayList<>();
    Subscription subscription = backend.subscribe(TOPIC, told::add);
    post();
    backend.forget(TOPIC);
    assertThat(seqs(fetch(Optional.empty()))).containsExactly(1L);
    post();
    assertThat(told).hasSize(2);
    subscription.close();
    backend.forget(TOPIC);
    assertThat(seqs(fetch(Optional.empty()))).isEmpty();
  }

  @Test
  void forget_ofATopicThatIsAbsent_doesNothing() {
    backend.forget(TOPIC);
    assertThat(post().message().seq()).isEqualTo(1);
  }

  private Stored post() {
    return backend.post(Draft.of(TOPIC, ALICE, Body.of("m")));
  }

  private Page fetch(Optional<Stored> after) {
    return backend.fetchAfter(TOPIC, after.map(Stored::cursor), 100);
  }

  private static List<Long> seqs(Page page) {
    return page.messages().stream().map(stored -> stored.message().seq()).toList();
  }
}

package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.backend.memory.InMemoryBackend;
import dev.parley.engine.id.Ulids;
import dev.parley.event.MessageArrived;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.SearchQuery;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.presence.RosterQuery;
import dev.parley.spi.MemoryStore;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The builder's doors for a backend and a store of memory that are the caller's own. */
class OwnBackendTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, PLANNING);

  private final AtomicLong last = new AtomicLong();
  private final InMemoryBackend own =
      new InMemoryBackend(
          topic -> last.incrementAndGet(), Ulids::nextMessage, InstantSource.system(), 100);

  @Test
  void backend_keepsDurableRooms_andIsTheCallersToDisconnect() {
    own.connect();
    try (Parley parley = ParleyBuilder.builder().inMemory().backend(own).build()) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      alice.topics().post(PLANNING, Body.of("kept"), Optional.empty());
      assertThat(parley.health().bus().durable()).isEqualTo("memory");
      assertThat(parley.health().bus().reachable()).isTrue();
    }
    assertThat(own.fetchAfter(TOPIC, Optional.empty(), 10).messages())
        .extracting(stored -> stored.message().text())
        .containsExactly("kept");
    own.disconnect();
  }

  @Test
  void backend_ofARoomThatWasEphemeral_goesOnCounting() {
    own.connect();
    try (Parley parley = ParleyBuilder.builder().inMemory().backend(own).build()) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      Connection bob = parley.connect(ConnectOptions.of("bob"));
      alice.rooms().join(PLANNING);
      bob.rooms().join(PLANNING);
      Queue<Message> heard = new ConcurrentLinkedQueue<>();
      bob.listen(
          event -> {
            if (event instanceof MessageArrived arrived) {
              heard.add(arrived.message());
            }
          });
      alice.rooms().send(PLANNING, Body.of("one"));
      alice.rooms().send(PLANNING, Body.of("two"));
      alice.topics().post(PLANNING, Body.of("three"), Optional.empty());
      eventually("bob hears all", () -> heard.size() == 3);
      assertThat(heard).extracting(Message::text).containsExactly("one", "two", "three");
      assertThat(heard).extracting(Message::seq).containsExactly(1L, 2L, 3L);
      assertThat(alice.topics().fetchRecent(PLANNING, Optional.empty(), 10).messages())
          .extracting(StoredMessage::message)
          .extracting(Message::seq)
          .containsExactly(3L);
    }
    own.disconnect();
  }

  @Test
  void backend_withoutPositions_findsNothingAndRefusesNothing() {
    own.connect();
    try (Parley parley = ParleyBuilder.builder().inMemory().backend(own).build()) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      alice.topics().post(PLANNING, Body.of("one"), Optional.empty());
      assertThat(alice.topics().search(SearchQuery.of("one")).messages()).isEmpty();
    }
    own.disconnect();
  }

  @Test
  void backend_besideABus_isRefused() {
    ParleyBuilder both =
        ParleyBuilder.builder().inMemory().backend(own).bus(URI.create("redis://localhost:1"));
    assertThat(refusedField(both::build)).isEqualTo("bus");
  }

  @Test
  void presenceBackend_sharedByTwo_tellsThemOfEachOther() {
    own.connect();
    try (Parley east = ParleyBuilder.builder().inMemory().presenceBackend(own).build();
        Parley west = ParleyBuilder.builder().inMemory().presenceBackend(own).build()) {
      Connection alice = east.connect(ConnectOptions.of("alice"));
      Connection bob = west.connect(ConnectOptions.of("bob"));
      eventually(
          "bob sees alice",
          () ->
              bob.presence().roster(RosterQuery.ALL.online()).users().stream()
                  .anyMatch(user -> user.handle().equals(alice.agent())));
    }
    own.disconnect();
  }

  @Test
  void memory_isKeptInTheCallersStore() {
    Documents documents = new Documents();
    try (Parley parley = ParleyBuilder.builder().inMemory().memory(documents).build()) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      alice.memory().append(new AgentId("alice"), "the parser is mine");
      assertThat(alice.memory().of(new AgentId("alice")).orElseThrow()).contains("parser");
    }
    assertThat(documents.texts.values()).singleElement().asString().contains("parser is mine");
  }

  /** A map of documents. */
  private static final class Documents implements MemoryStore {
    private final Map<Document, String> texts = new ConcurrentHashMap<>();

    @Override
    public Optional<String> read(Document document) {
      return Optional.ofNullable(texts.get(document));
    }

    @Override
    public void update(Document document, Function<Optional<String>, String> change) {
      texts.compute(document, (name, text) -> change.apply(Optional.ofNullable(text)));
    }

    @Override
    public List<Saved> list(WorkspaceId workspace, Kind kind) {
      return texts.keySet().stream()
          .filter(document -> document.workspace().equals(workspace) && document.kind() == kind)
          .map(document -> new Saved(document.name(), Instant.EPOCH))
          .toList();
    }
  }
}

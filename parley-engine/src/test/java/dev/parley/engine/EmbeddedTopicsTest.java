package dev.parley.engine;

import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.AllowedTopics;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.SearchQuery;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.ProblemCode;
import dev.parley.room.RoomListing.RoomSummary;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the deployer does not allow is refused wherever a room or a topic can be named. */
class EmbeddedTopicsTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final RoomName SECRET = RoomName.of("secret");
  private static final MessageId ANY = new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV");

  private final HikariDataSource rows = Databases.inMemory();
  private Parley parley;
  private Connection agent;

  @BeforeEach
  void open() {
    try (Parley before = ParleyBuilder.builder().database(rows).build()) {
      Connection earlier = before.connect(ConnectOptions.of("earlier"));
      for (RoomName room : List.of(PLANNING, SECRET)) {
        earlier.topics().post(room, Body.of("word of " + room), Optional.empty());
      }
    }
    parley =
        ParleyBuilder.builder()
            .database(rows)
            .topics(AllowedTopics.of(List.of(PLANNING), List.of("ops-.+")))
            .build();
    agent = parley.connect(ConnectOptions.of("agent"));
  }

  @AfterEach
  void close() {
    parley.close();
    rows.close();
  }

  private Stream<ThrowingCallable> waysToName(RoomName room) {
    return Stream.of(
        () -> agent.rooms().join(room),
        () -> agent.rooms().join(room, Nickname.of("me")),
        () -> agent.rooms().send(room, Body.of("x")),
        () -> agent.rooms().whoIsHere(room),
        () -> agent.topics().post(room, Body.of("x"), Optional.empty()),
        () -> agent.topics().fetchRecent(room, Optional.empty(), 1),
        () -> agent.topics().awaitRecent(room, Optional.empty(), 1, Duration.ZERO),
        () -> agent.topics().search(SearchQuery.of("x").in(room)),
        () -> agent.topics().thread(room, ANY),
        () -> agent.presence().roster(RosterQuery.ALL.in(room)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret", "ops-", "parley-presence"})
  void room_thatIsNotAllowed_isRefusedHoweverItIsNamed(String name) {
    assertThat(waysToName(RoomName.of(name)))
        .allSatisfy(call -> assertThat(refusedCode(call)).isEqualTo(ProblemCode.TOPIC_NOT_ALLOWED));
  }

  @Test
  void room_thatIsAllowed_isUsedAsEver() {
    for (RoomName room : List.of(PLANNING, RoomName.of("ops-east"))) {
      agent.rooms().join(room);
      agent.rooms().send(room, Body.of("x"));
      agent.topics().post(room, Body.of("x"), Optional.empty());
      assertThat(agent.topics().fetchRecent(room, Optional.empty(), 1).messages()).hasSize(1);
      assertThat(agent.presence().roster(RosterQuery.ALL.in(room)).users()).hasSize(1);
    }
  }

  @Test
  void room_thatIsNotAllowed_isNeitherListedNorSearchedNorLeftWithARefusal() {
    assertThat(agent.rooms().list().available()).containsExactly(new RoomSummary(PLANNING, 0));
    assertThat(agent.topics().search(SearchQuery.of("word")).messages())
        .singleElement()
        .returns(PLANNING.value(), found -> found.message().topic().name());
    agent.rooms().leave(SECRET);
  }
}

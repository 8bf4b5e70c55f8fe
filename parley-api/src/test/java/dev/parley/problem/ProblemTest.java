package dev.parley.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.parley.room.RoomName;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProblemTest {

  static Stream<Arguments> everyProblem() {
    return Stream.of(
        arguments(
            new InvalidArgument("body", "it is empty", Map.of("limit", 8192)),
            Code.INVALID_ARGUMENT,
            "The argument 'body' was refused: it is empty.",
            Map.of("field", "body", "limit", 8192)),
        arguments(
            new NotInRoom(RoomName.of("planning")),
            Code.NOT_IN_ROOM,
            "You are not in the room 'planning'; join it first.",
            Map.of("room", "planning")),
        arguments(
            new RateLimited(Duration.ofMillis(87)),
            Code.RATE_LIMITED,
            "You are sending too fast; try again in 87 ms.",
            Map.of("retryAfterMs", 87L)),
        arguments(
            new NameReserved("Human"),
            Code.NAME_RESERVED,
            "The name 'Human' stands for the system or a person; choose another.",
            Map.of("name", "Human")),
        arguments(
            new LimitReached("rooms", 256),
            Code.LIMIT_REACHED,
            "You have 256 rooms already, which is the limit; give one up first.",
            Map.of("what", "rooms", "limit", 256L)),
        arguments(
            new ConnectionClosed(),
            Code.CONNECTION_CLOSED,
            "This connection has ended; connect again.",
            Map.of()),
        arguments(
            new Unavailable("The database", Duration.ofSeconds(1)),
            Code.UNAVAILABLE,
            "The database cannot be reached; nothing was changed. Try again in a moment.",
            Map.of("retryAfterMs", 1000L)),
        arguments(
            new InternalFault("01HX"),
            Code.INTERNAL_ERROR,
            "Parley failed on this call; the log has it as incident 01HX.",
            Map.of("incident", "01HX")));
  }

  @ParameterizedTest
  @MethodSource("everyProblem")
  void problem_says(Problem problem, Code code, String sentence, Map<String, Object> facts) {
    assertThat(problem.code()).isEqualTo(code);
    assertThat(problem.sentence()).isEqualTo(sentence);
    assertThat(problem.facts()).isEqualTo(facts);
  }

  @Test
  void everyProblem_isCoveredAbove() {
    assertThat(everyProblem().<Object>map(row -> row.get()[0].getClass()))
        .containsExactlyInAnyOrder((Object[]) Problem.class.getPermittedSubclasses());
    assertThat(everyProblem().map(row -> row.get()[1]))
        .containsExactlyInAnyOrder((Object[]) Code.values());
  }
}

package dev.parley.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
            ProblemCode.INVALID_ARGUMENT,
            "The argument 'body' was refused: it is empty.",
            Map.of("field", "body", "limit", 8192)),
        arguments(
            new NotInRoom("planning"),
            ProblemCode.NOT_IN_ROOM,
            "You are not in the room 'planning'; join it first.",
            Map.of("room", "planning")),
        arguments(
            new RateLimited(Duration.ofMillis(87)),
            ProblemCode.RATE_LIMITED,
            "You are sending too fast; try again in 87 ms.",
            Map.of("retryAfterMs", 87L)),
        arguments(
            new LoopStopped(List.of("bob", "carol"), 100, Instant.EPOCH),
            ProblemCode.LOOP_STOPPED,
            "You and bob, carol have exchanged 100 messages without a person or work in between."
                + " Stop and report to your user. A prompt of your user, a message of a person to"
                + " you, or a person at the page lifts this.",
            Map.of(
                "limit", 100, "agents", List.of("bob", "carol"), "since", "1970-01-01T00:00:00Z")),
        arguments(
            new MessageRepeated(3, Duration.ofMinutes(10), Duration.ofMillis(87)),
            ProblemCode.REPEATED,
            "You have answered with this same text 3 times within 10 minutes, and it was delivered"
                + " each time. Do not send it again: do something else, say what is new, or report"
                + " to your user.",
            Map.of("repeats", 3, "windowMs", 600_000L, "retryAfterMs", 87L)),
        arguments(
            new UrgentRefused(List.of("bob")),
            ProblemCode.URGENT_REFUSED,
            "The policy of bob does not let you interrupt: nothing was sent. Send it again without"
                + " urgent; it is read at the next turn.",
            Map.of("agents", List.of("bob"))),
        arguments(
            new UrgentRefused(List.of()),
            ProblemCode.URGENT_REFUSED,
            "Nobody this message is for is connected here: nothing was sent. Send it again without"
                + " urgent; it is read at the next turn.",
            Map.of("agents", List.of())),
        arguments(
            new UrgentLimited(3, Duration.ofMillis(87)),
            ProblemCode.RATE_LIMITED,
            "You have sent as many urgent messages within an hour as you may (3): nothing was sent."
                + " Send it again without urgent, or try again in 87 ms.",
            Map.of("limit", 3, "retryAfterMs", 87L)),
        arguments(
            new NameReserved("Human"),
            ProblemCode.NAME_RESERVED,
            "The name 'Human' stands for the system or a person; choose another.",
            Map.of("name", "Human")),
        arguments(
            new LimitReached("rooms", 256),
            ProblemCode.LIMIT_REACHED,
            "You have 256 rooms already, which is the limit; give one up first.",
            Map.of("what", "rooms", "limit", 256L)),
        arguments(
            new ConnectionClosed(),
            ProblemCode.CONNECTION_CLOSED,
            "This connection has ended; connect again.",
            Map.of()),
        arguments(
            new Unavailable("The database", Duration.ofSeconds(1)),
            ProblemCode.UNAVAILABLE,
            "The database cannot be reached; nothing was changed. Try again in a moment.",
            Map.of("retryAfterMs", 1000L)),
        arguments(
            new OutcomeUnknown("Zulip", Duration.ofSeconds(2)),
            ProblemCode.UNAVAILABLE,
            "Zulip did not answer, so this may be done. Look before you try again.",
            Map.of("retryAfterMs", 2000L)),
        arguments(
            new BackupRunning(Duration.ofSeconds(5)),
            ProblemCode.UNAVAILABLE,
            "Another backup is being made or fetched; there is one at a time. Try again when it is"
                + " done.",
            Map.of("retryAfterMs", 5000L)),
        arguments(
            new StorageFull(Duration.ofSeconds(10)),
            ProblemCode.STORAGE_FULL,
            "The disk of the server is full; nothing was changed. Reading goes on. Tell whoever runs"
                + " the server, and try again when there is room.",
            Map.of("reason", "disk_full", "retryAfterMs", 10_000L)),
        arguments(
            new InternalFault("01HX"),
            ProblemCode.INTERNAL_ERROR,
            "Parley failed on this call; the log has it as incident 01HX.",
            Map.of("incident", "01HX")),
        arguments(
            new NotFound("task"), ProblemCode.NOT_FOUND, "task not found", Map.of("what", "task")),
        arguments(
            new NotPermitted("not the assigned reviewer"),
            ProblemCode.PERMISSION_DENIED,
            "permission denied: not the assigned reviewer",
            Map.of()),
        arguments(
            new NothingToChange(List.of("status")),
            ProblemCode.INVALID_ARGUMENT,
            "No valid fields to update",
            Map.of("fields", List.of("status"))),
        arguments(
            new SessionFull("message", 10_000),
            ProblemCode.LIMIT_REACHED,
            "Error: session message limit reached (max 10000 per session)",
            Map.of("what", "message", "limit", 10_000L)),
        arguments(
            new ServerFull("rooms", 5_000),
            ProblemCode.LIMIT_REACHED,
            "There are 5000 rooms already, which is the limit of this server; use one of them.",
            Map.of("what", "rooms", "limit", 5_000L)),
        arguments(
            new KeyReused("k", "task", "t1"),
            ProblemCode.KEY_REUSED,
            "You used this idempotency key for the task 't1' with other content; nothing was"
                + " changed. Use another key for something new.",
            Map.of("idempotencyKey", "k", "what", "task", "id", "t1")),
        arguments(
            new UnknownDependencies(List.of("a", "b")),
            ProblemCode.UNKNOWN_DEPENDENCY,
            "depends_on contains unknown task IDs: a, b",
            Map.of("unknown", List.of("a", "b"))),
        arguments(
            new DependenciesOpen(List.of("a", "b")),
            ProblemCode.DEPENDENCIES_OPEN,
            "Unmet dependencies: a, b; finish them first",
            Map.of("open", List.of("a", "b"))),
        arguments(
            new GatesOpen(
                List.of("artifact:a'.\n\u2028<b>", "hook:after_task"),
                List.of("an artifact of that name", "a successful run of it")),
            ProblemCode.GATES_OPEN,
            "Open gates: 'artifact:a`. <b>' needs an artifact of that name; 'hook:after_task' needs a"
                + " successful run of it. The task stays as it is.",
            Map.of("open", List.of("artifact:a'.\n\u2028<b>", "hook:after_task"))),
        arguments(
            new TaskFinished("done"),
            ProblemCode.INVALID_TRANSITION,
            "a task that is 'done' cannot be edited; reopen it first",
            Map.of("status", "done")),
        arguments(
            new TooManyDerived(TooManyDerived.Bound.DEPTH, 1),
            ProblemCode.DERIVATION_LIMIT,
            "max derived task depth exceeded (1)",
            Map.of("limit", 1)),
        arguments(
            new TransitionRefused("done", "in_progress", List.of("todo", "in_review")),
            ProblemCode.INVALID_TRANSITION,
            "a task that is 'done' cannot become 'in_progress';"
                + " from here it can become todo or in_review",
            Map.of("from", "done", "to", "in_progress", "possible", List.of("todo", "in_review"))),
        arguments(
            new ClaimLost(Optional.of("bob")),
            ProblemCode.CLAIM_LOST,
            "your claim on this task has ended; 'bob' holds it now",
            Map.of("claimedBy", "bob")),
        arguments(
            new ReviewClosed("approved"),
            ProblemCode.ALREADY_SUBMITTED,
            "Review already submitted \u2014 status is approved",
            Map.of("status", "approved")),
        arguments(
            new PermissionAnswered("allow", "ann"),
            ProblemCode.ALREADY_SUBMITTED,
            "'ann' has answered this request already: allow",
            Map.of("answer", "allow", "by", "ann")),
        arguments(
            new HookFailed("before_task", "make lint", "2", "no rule"),
            ProblemCode.HOOK_FAILED,
            "before_task hook failed (exit 2): no rule",
            Map.of("hook_failed", true, "command", "make lint", "exit", "2")),
        arguments(
            new TeamUnusable("it is wrong", Optional.of("agents.pool.yml"), Optional.of(7)),
            ProblemCode.TEAM_UNUSABLE,
            "it is wrong",
            Map.of("file", "agents.pool.yml", "line", 7)),
        arguments(
            new PositionLost("planning", PositionLost.Reason.ANOTHER_LOG),
            ProblemCode.POSITION_LOST,
            "This cursor is of another topic, or of an earlier log of this one. Read 'planning'"
                + " with since \"beginning\" from its beginning, or without since for its newest"
                + " messages.",
            Map.of("topic", "planning", "reason", "another_log", "since", "beginning")),
        arguments(
            new TopicNotAllowed("x", List.of("planning"), List.of("ops-.*")),
            ProblemCode.TOPIC_NOT_ALLOWED,
            "topic not allowed: \"x\"",
            Map.of("topic", "x", "allowed", List.of("planning"), "patterns", List.of("ops-.*"))),
        arguments(
            new SectionChanged("Style", Optional.of("Short."), Optional.of("1f")),
            ProblemCode.SECTION_CHANGED,
            "the section 'Style' was changed after it was read; nothing was written",
            Map.of("section", "Style", "current", "Short.", "version", "1f")),
        arguments(
            new SectionChanged("Style", Optional.empty(), Optional.empty()),
            ProblemCode.SECTION_CHANGED,
            "the section 'Style' is gone since it was read; nothing was written",
            Map.of("section", "Style")));
  }

  @ParameterizedTest
  @MethodSource("everyProblem")
  void problem_says(Problem problem, ProblemCode code, String sentence, Map<String, Object> facts) {
    assertThat(problem.code()).isEqualTo(code);
    assertThat(problem.message()).isEqualTo(sentence);
    assertThat(problem.details()).isEqualTo(facts);
  }

  @Test
  void everyProblem_isCoveredAbove() {
    assertThat(everyProblem().<Object>map(row -> row.get()[0].getClass()).distinct())
        .containsExactlyInAnyOrder((Object[]) Problem.class.getPermittedSubclasses());
    assertThat(everyProblem().map(row -> row.get()[1])).contains((Object[]) ProblemCode.values());
  }
}

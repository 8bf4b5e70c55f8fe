package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.wake.Reach;
import dev.parley.war.wake.Rung;
import dev.parley.war.wake.WakeTestResult;
import dev.parley.war.wake.WakeTestResult.Evidence;
import dev.parley.war.wake.WakeTests;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The reach of agents: whether what is sent to them gets to their models. */
final class ReachTools {
  /** The tool that tests an agent, and echoes the nonce of a test. */
  static final String NAME = "wake_test";

  /** The longest nonce. */
  private static final int MAX_NONCE = 64;

  private static final Param<AgentId> AGENT = AgentName.optional("agent", "The agent to test.");
  private static final Param<String> NONCE =
      Param.optional("nonce", text -> text, JsonTypes.text(MAX_NONCE, "The echo."));
  private static final Param<Long> TIMEOUT_MS =
      Param.integer(
          "timeout_ms",
          WakeTests.MIN_PATIENCE.toMillis(),
          WakeTests.MAX_PATIENCE.toMillis(),
          "Default " + WakeTests.DEFAULT_PATIENCE.toMillis() + ".");

  private record Answer(
      String agent, boolean reached, Evidence evidence, Optional<WakeTestResult> test) {}

  private static final RecordSchema<Answer> RESULT =
      new RecordSchema<Answer>()
          .with("agent", JsonTypes.string(), Answer::agent)
          .with("reached", JsonTypes.flag(), Answer::reached)
          .with("evidence", JsonTypes.string(), answer -> answer.evidence().wireName())
          .ifPresent(
              "by",
              JsonTypes.string(),
              answer -> answer.test().flatMap(WakeTestResult::by).map(Rung::wireName))
          .ifPresent(
              "offered",
              JsonTypes.arrayOf(JsonTypes.string()),
              answer -> answer.test().map(test -> names(test.offered())))
          .ifPresent(
              "millis",
              JsonTypes.integer(),
              answer -> answer.test().map(test -> test.time().toMillis()))
          .ifPresent(
              "state",
              JsonTypes.string(),
              answer -> answer.test().map(test -> test.reach().state().wireName()))
          .ifPresent("hint", JsonTypes.string(), answer -> answer.test().map(WakeTestResult::hint));

  /** The reach of an agent in a list. */
  static final RecordSchema<Reach> REACH =
      new RecordSchema<Reach>()
          .with("state", JsonTypes.string(), reach -> reach.state().wireName())
          .with("by", JsonTypes.arrayOf(JsonTypes.string()), reach -> names(reach.by()))
          .ifPresent("ageMs", JsonTypes.integer(), reach -> reach.age().map(Duration::toMillis));

  private ReachTools() {}

  static List<ToolDefinition> all() {
    return List.of(wakeTest());
  }

  private static ToolDefinition wakeTest() {
    return ToolDefinition.named(NAME, "Test a wake")
        .described(
            "Find out if messages reach the model of an agent: sends it a nonce and waits for its"
                + " echo. When Parley asks you for an echo, call it with the nonce alone.")
        .hinting(ToolBehavior.CHANGES)
        .takes(AGENT, NONCE, TIMEOUT_MS)
        .answers(RESULT)
        .waits(ReachTools::wakeTest);
  }

  private static CompletionStage<ResultFields> wakeTest(ToolCall call) {
    Optional<String> nonce = call.find(NONCE);
    WakeTests tests = call.caller().tests();
    if (nonce.isPresent()) {
      tests.echo(call.connection(), nonce.get());
      return CompletableFuture.completedFuture(
          RESULT.fields(
              new Answer(
                  call.connection().agent().value(), true, Evidence.ECHO, Optional.empty())));
    }
    AgentId agent =
        call.find(AGENT)
            .orElseThrow(
                () ->
                    InvalidArgument.refusal(
                        AGENT.name(), "name the agent to test, or give a nonce to echo"));
    Duration patience =
        call.find(TIMEOUT_MS).map(Duration::ofMillis).orElse(WakeTests.DEFAULT_PATIENCE);
    return Waited.then(
        tests.test(call.connection(), agent, patience),
        result ->
            RESULT.fields(
                new Answer(
                    result.agent(), result.reached(), result.evidence(), Optional.of(result))));
  }

  /** Returns the schema of a reach in a list. */
  static Map<String, Object> reachSchema() {
    return JsonTypes.object("state, by, ageMs");
  }

  private static List<String> names(List<Rung> rungs) {
    return rungs.stream().map(Rung::wireName).toList();
  }
}

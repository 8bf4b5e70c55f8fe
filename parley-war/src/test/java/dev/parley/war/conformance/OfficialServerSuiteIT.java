package dev.parley.war.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.conformance.NodeProgram.Ended;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The official suite on the server's side: everything 2025-11-25 asks of one. */
@Tag("conformance")
class OfficialServerSuiteIT {
  private static final String REVISION = "2025-11-25";
  private static final String SUMMARY = "=== SUMMARY ===";
  private static final Pattern LISTED = Pattern.compile("^ {2}- (\\S+)$", Pattern.MULTILINE);
  private static final Pattern RESULT =
      Pattern.compile("^. ([a-z0-9-]+): (\\d+) passed, (\\d+) failed.*$", Pattern.MULTILINE);

  private static List<String> scored;
  private static Ended suite;
  private static Map<String, Result> results;

  private record Result(int passed, int failed) {}

  @BeforeAll
  static void runAll() {
    NodeProgram program = NodeProgram.conformance();
    Ended list = program.run("list", List.of("list", "--server", "--requirements", REVISION));
    scored =
        LISTED
            .matcher(list.out().substring(0, list.out().indexOf("Client scenarios")))
            .results()
            .map(found -> found.group(1))
            .toList();
    try (FixtureServer server = FixtureServer.started()) {
      suite =
          program.run(
              "server-" + REVISION,
              List.of(
                  "server",
                  "--url",
                  server.uri().toString(),
                  "--requirements",
                  REVISION,
                  "-o",
                  NodeProgram.kept().resolve(REVISION).toString(),
                  "--expected-failures",
                  expectedFailures()));
    }
    results =
        RESULT
            .matcher(suite.out())
            .results()
            .collect(Collectors.toMap(found -> found.group(1), OfficialServerSuiteIT::result));
    System.out.println(summary());
  }

  static List<String> scored() {
    return scored;
  }

  @Test
  void suite_whole_endsWithNothingUnexpected() {
    assertThat(suite.exitCode()).as("%s", suite).isZero();
    assertThat(scored).hasSize(30);
  }

  @ParameterizedTest
  @MethodSource("scored")
  void scenario_scored_passes(String scenario) {
    assertThat(results).containsKey(scenario);
    assertThat(results.get(scenario).failed()).isZero();
    assertThat(results.get(scenario).passed()).isPositive();
  }

  private static String expectedFailures() {
    return Path.of(System.getProperty("parley.conformance.expected"), REVISION + ".yml").toString();
  }

  private static Result result(MatchResult found) {
    return new Result(Integer.parseInt(found.group(2)), Integer.parseInt(found.group(3)));
  }

  private static String summary() {
    int begin = suite.out().indexOf(SUMMARY);
    return begin < 0
        ? suite.toString()
        : "MCP conformance, server, "
            + REVISION
            + suite.out().substring(begin + SUMMARY.length()).stripTrailing();
  }
}

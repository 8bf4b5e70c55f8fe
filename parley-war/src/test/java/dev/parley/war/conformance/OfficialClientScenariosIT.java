package dev.parley.war.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bridge.ConformanceDriver;
import dev.parley.launch.Launcher;
import dev.parley.war.conformance.NodeProgram.Ended;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The official suite on the client's side: the bridge, between the suite and a few lines of ours.
 */
@Tag("conformance")
class OfficialClientScenariosIT {

  @ParameterizedTest
  @CsvSource({"initialize, 1", "tools_call, 2", "sse-retry, 3"})
  void scenario_byTheBridge_passes(String scenario, int checks) throws Exception {
    Ended suite =
        NodeProgram.conformance()
            .run(
                "client-" + scenario,
                List.of(
                    "client",
                    "--command",
                    bridge(),
                    "--scenario",
                    scenario,
                    "--spec-version",
                    "2025-11-25",
                    "-o",
                    NodeProgram.kept().resolve("client").toString()));
    String line =
        (suite.out() + suite.err())
            .lines()
            .filter(said -> said.startsWith("Passed:"))
            .findFirst()
            .orElse(suite.toString());
    System.out.println("MCP conformance, bridge, " + scenario + ": " + line);
    assertThat(suite.exitCode()).as("%s", suite).isZero();
    assertThat(line).isEqualTo("Passed: %d/%d, 0 failed, 0 warnings".formatted(checks, checks));
  }

  /** The suite hands this to a shell and adds its address. */
  private static String bridge() throws URISyntaxException {
    return String.join(
        " ",
        quoted(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
        "-cp",
        quoted(place(ConformanceDriver.class) + File.pathSeparator + place(Launcher.class)),
        ConformanceDriver.class.getName(),
        quoted(System.getProperty("parley.war")));
  }

  private static Path place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static String quoted(String word) {
    return "'" + word + "'";
  }
}

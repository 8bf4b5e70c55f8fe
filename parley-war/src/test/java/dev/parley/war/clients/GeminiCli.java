package dev.parley.war.clients;

import dev.parley.war.testing.RunningServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Gemini CLI with our extension. */
final class GeminiCli extends AgentCli {
  /** The words that {@code watch} types into the terminal of the client. */
  static final String NUDGE = "New Parley messages wait.";

  GeminiCli(RunningServer server) {
    super("gemini", new GeminiWire(), server);
    home()
        .with("GEMINI_API_KEY", "dummy")
        .with("GOOGLE_GEMINI_BASE_URL", model().address())
        .with("GEMINI_CLI_TRUST_WORKSPACE", "true")
        .with("NO_COLOR", "1");
    home()
        .write(
            ".gemini/settings.json",
            ModelWire.json(
                    "{'security':{'auth':{'selectedType':'gemini-api-key'}},"
                        + "'general':{'disableAutoUpdate':true,'enableAutoUpdate':false},"
                        + "'privacy':{'usageStatisticsEnabled':false},"
                        + "'telemetry':{'enabled':false}}")
                .toString());
    // What its user would answer when it asks; without a terminal it asks nobody and offers no
    // tool.
    home()
        .write(
            ".gemini/policies/parley.toml",
            """
            [[rule]]
            mcpName = "parley"
            toolName = "*"
            decision = "allow"
            priority = 100
            """);
    setup("gemini");
  }

  private static List<String> gemini(String... words) {
    List<String> all = new ArrayList<>();
    all.add(InstalledClients.node().toString());
    all.addAll(Words.of(InstalledClients.gemini(), words));
    return all;
  }

  @Override
  String title() {
    return "Gemini CLI 0.61.0";
  }

  @Override
  List<String> turn(String prompt) {
    return gemini("-m", "gemini-2.5-flash", "-p", prompt);
  }

  @Override
  List<String> session() {
    return gemini("-m", "gemini-2.5-flash");
  }

  @Override
  String ready() {
    return "Type your message";
  }

  @Override
  String listing() {
    return home().run(gemini("mcp", "list"));
  }

  @Override
  String wakeMark() {
    return NUDGE;
  }

  @Override
  Map<Rung, String> missing() {
    return Map.of(
        Rung.IDLE, "nothing wakes it from inside",
        Rung.BACKGROUND, "a call keeps its turn open",
        Rung.CHANNEL, "it shows no pushes");
  }
}

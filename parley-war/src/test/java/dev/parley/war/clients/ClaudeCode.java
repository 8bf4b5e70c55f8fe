package dev.parley.war.clients;

import dev.parley.war.testing.RunningServer;
import java.util.List;
import java.util.Map;

/** Claude Code with our plugin. */
final class ClaudeCode extends AgentCli {
  private static final String KEY = "sk-ant-dummy";

  ClaudeCode(RunningServer server) {
    super("claude", new AnthropicWire(), server);
    home()
        .with("ANTHROPIC_BASE_URL", model().address())
        .with("ANTHROPIC_API_KEY", KEY)
        .with("DISABLE_TELEMETRY", "1")
        .with("DISABLE_AUTOUPDATER", "1")
        .with("DISABLE_ERROR_REPORTING", "1")
        .with("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    home()
        .write(
            ".claude.json",
            ModelWire.json(
                    "{'hasCompletedOnboarding':true,'theme':'dark','customApiKeyResponses':"
                        + "{'approved':['"
                        + KEY
                        + "'],'rejected':[]},'projects':{'"
                        + home().project()
                        + "':{'hasTrustDialogAccepted':true}}}")
                .toString());
    home()
        .write(
            ".claude/settings.json",
            ModelWire.json("{'permissions':{'allow':['mcp__plugin_parley_parley']}}").toString());
    home().withProgramsOf(InstalledClients.claude().getParent());
    setup("claude");
  }

  private static List<String> claude(String... words) {
    return Words.of(InstalledClients.claude(), words);
  }

  @Override
  String title() {
    return "Claude Code 2.1.330";
  }

  @Override
  List<String> turn(String prompt) {
    return claude("-p", prompt);
  }

  @Override
  List<String> session() {
    return claude();
  }

  @Override
  String ready() {
    return "1 monitor";
  }

  @Override
  String listing() {
    return home().run(claude("mcp", "list"));
  }

  @Override
  String wakeMark() {
    return "Parley: new messages wait for you";
  }

  @Override
  Map<Rung, String> missing() {
    return Map.of(
        Rung.SESSION_START, "its hook runs before the bridge is up",
        Rung.COMMAND, "watch leaves a client alone that wakes itself");
  }
}

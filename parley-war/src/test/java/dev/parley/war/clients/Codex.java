package dev.parley.war.clients;

import dev.parley.war.testing.RunningServer;
import java.util.List;
import java.util.Map;

/** Codex with the bridge in its configuration, and our hooks, which it is made to trust. */
final class Codex extends AgentCli {

  Codex(RunningServer server) {
    super("codex", new OpenAiWire(), server);
    home().withProgramsOf(InstalledClients.codex().getParent());
    home().write(".codex/config.toml", configuration());
    setup("codex", "--approve-tools");
  }

  private String configuration() {
    return """
        model = "stand-in"
        model_provider = "local"
        approval_policy = "never"
        sandbox_mode = "danger-full-access"
        check_for_update_on_startup = false
        [analytics]
        enabled = false
        [model_providers.local]
        name = "local"
        base_url = "%s/v1"
        wire_api = "responses"
        requires_openai_auth = false
        supports_websockets = false
        [projects."%s"]
        trust_level = "trusted"
        """
        .formatted(model().address(), home().project());
  }

  private static List<String> codex(String... words) {
    return Words.of(InstalledClients.codex(), words);
  }

  @Override
  String title() {
    return "Codex 0.169.0";
  }

  @Override
  List<String> turn(String prompt) {
    return codex("exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", prompt);
  }

  @Override
  List<String> session() {
    return codex("--dangerously-bypass-hook-trust");
  }

  @Override
  String ready() {
    return "? for shortcuts";
  }

  @Override
  String listing() {
    return home().run(codex("mcp", "list"));
  }

  @Override
  String wakeMark() {
    return "[Parley, not your user";
  }

  @Override
  Map<Rung, String> missing() {
    return Map.of(
        Rung.SESSION_START, "its hook runs before the bridge is up",
        Rung.CONNECTED, "its list does not connect",
        Rung.BACKGROUND, "a call keeps its turn open",
        Rung.COMMAND, "watch leaves a client alone that wakes itself",
        Rung.CHANNEL, "it shows no pushes");
  }
}

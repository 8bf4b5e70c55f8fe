package dev.parley.war.clients;

import dev.parley.war.testing.RunningServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Codex with the bridge in its configuration and our hooks in its home. */
final class Codex extends AgentCli {

  Codex(RunningServer server) {
    super("codex", new OpenAiWire(), server);
    Path folder = InstalledClients.codex().getParent();
    home().withProgramsOf(folder);
    home().write(".codex/config.toml", configuration());
    try {
      home()
          .write(
              ".codex/hooks.json",
              Files.readString(checkout().resolve("parley-war/src/plugin/codex/hooks.json")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String configuration() {
    String words =
        bridge().stream()
            .skip(1)
            .map(word -> '"' + word + '"')
            .collect(Collectors.joining(", "));
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
        [mcp_servers.parley]
        command = "%s"
        args = [%s]
        env = { PARLEY_URL = "%s", PARLEY_AGENT = "%s", PARLEY_SESSION_ID = "%s" }
        default_tools_approval_mode = "approve"
        """
        .formatted(
            model().address(),
            home().project(),
            bridge().get(0),
            words,
            home().variable("PARLEY_URL"),
            name(),
            name());
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
}

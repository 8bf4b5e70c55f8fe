package dev.parley.doctor;

import dev.parley.bridge.JsonValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The last hook of the agent's client, as the server remembers it. */
final class HookRunLink implements Link {
  private static final Duration LATELY = Duration.ofMinutes(30);

  @Override
  public String name() {
    return "hook runs";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(AgentLink.class);
  }

  @Override
  public Finding examine(Examination examination) {
    JsonValue agent = examination.agent();
    if (agent.at("hooked").isEmpty()) {
      return Finding.skipped("The server does not say when hooks ran.");
    }
    Optional<Duration> since = agent.number("hook_age_ms").map(Duration::ofMillis);
    if (since.isEmpty()) {
      return Finding.warning(
          "No hook of this agent has run since it connected.",
          "Give it a prompt. If none runs then, review the hooks in its client with /hooks: Codex"
              + " runs none before.");
    }
    String ran = "The last hook ran " + since.get().toSeconds() + " s ago.";
    return since.get().compareTo(LATELY) > 0
        ? Finding.warning(ran, "Give the agent a prompt, and see if that runs one.")
        : Finding.ok(ran);
  }
}

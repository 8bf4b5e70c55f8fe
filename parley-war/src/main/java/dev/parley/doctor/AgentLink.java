package dev.parley.doctor;

import dev.parley.bridge.JsonValue;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The agent that is to be woken: connected with this server, and waiting for wakes. */
final class AgentLink implements Link {
  private static final int MILLIS = 3_000;

  @Override
  public String name() {
    return "agent";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(SessionLink.class);
  }

  @Override
  public Finding examine(Examination examination) throws IOException {
    Optional<String> agent = examination.options().agent();
    if (agent.isEmpty()) {
      return Finding.skipped("No agent was named with --agent.");
    }
    JsonValue answer =
        examination
            .session()
            .ask(
                "parley/wake",
                "{\"block_ms\":0,\"look\":true,\"agent\":" + JsonValue.quoted(agent.get()) + "}",
                MILLIS);
    Optional<JsonValue> result = answer.at("result");
    if (result.isEmpty()) {
      return Finding.broken(
          "The server has no wakes: " + answer.text("error", "message").orElse("no reason given"),
          "Use one version of Parley on both sides.");
    }
    if (result.get().isTrue("absent")) {
      return Finding.broken(
          agent.get() + " is not connected with this server in this workspace.",
          "Start its client; see the name it has with who_is_here, and give doctor its"
              + " --workspace.");
    }
    examination.learnAgent(result.get());
    return Finding.ok(agent.get() + " is connected.");
  }
}

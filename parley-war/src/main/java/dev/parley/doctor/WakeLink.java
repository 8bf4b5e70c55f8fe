package dev.parley.doctor;

import dev.parley.bridge.WakeTestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The wake itself: a nonce goes to the model of the agent, and comes back by a call of it. */
final class WakeLink implements Link {
  /** The time of the call beside the test itself. */
  private static final Duration MARGIN = Duration.ofSeconds(15);

  private static final String NO_TEST = "no wake test";

  @Override
  public String name() {
    return "wake";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(AgentLink.class);
  }

  @Override
  public Duration limit(Examination examination) {
    return MARGIN.plusSeconds(examination.options().timeoutSeconds());
  }

  @Override
  public Finding examine(Examination examination) {
    DoctorOptions options = examination.options();
    String agent = options.agent().orElseThrow();
    List<String> words = new ArrayList<>(options.connection());
    WakeTestCall.Outcome outcome =
        WakeTestCall.of(words, examination.surroundings().places().environment())
            .run(agent, options.timeoutSeconds());
    String sentence = outcome.sentence() + ".";
    if (outcome.reached()) {
      return Finding.ok(sentence);
    }
    if (!outcome.tested() && sentence.contains(NO_TEST)) {
      return Finding.skipped("The server has no wake_test.");
    }
    return Finding.broken(
        sentence,
        outcome.tested()
            ? "Look at the warnings about hooks and monitor above, and give the agent a prompt."
            : "Run java -jar parley.war wake-test --agent " + agent + " for the reason.");
  }
}

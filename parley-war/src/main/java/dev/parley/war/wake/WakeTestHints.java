package dev.parley.war.wake;

import dev.parley.id.AgentId;
import dev.parley.war.wake.WakeTestResult.Evidence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The sentences of wake tests: why an agent was not reached, and what helps. */
final class WakeTestHints {
  private static final String ASLEEP =
      "No way is open: it hears of a message when it calls a tool. Install the hooks and the"
          + " monitor of its client, keep a wait_for_messages open, or run watch for it.";

  private WakeTestHints() {}

  /** The result for an agent without a connection that can be tested here. */
  static WakeTestResult notHere(AgentId agent, boolean online) {
    return new WakeTestResult(
        agent.value(),
        false,
        Optional.empty(),
        List.of(),
        Duration.ZERO,
        Evidence.NONE,
        online ? Reach.UNKNOWN : Reach.GONE,
        online
            ? "Its connection is at another node, or it is a Java program: ask that node."
            : "It is not connected: start its client.");
  }

  static String reached(Evidence evidence) {
    return evidence == Evidence.CALL
        ? "Its tool set has no wake_test, so its next tool call counts."
        : "";
  }

  static String notReached(boolean isThere, boolean isWorking, Probe probe) {
    List<Rung> offered = probe.offered();
    if (!isThere) {
      return "Its client is away: neither a stream nor a call is open. Start the client again.";
    }
    if (probe.evidence() != Evidence.NONE) {
      return "Its model works on and did not echo the nonce: ask it to answer wake tests.";
    }
    if (offered.isEmpty()) {
      return isWorking
          ? "Its turn runs and reached no boundary in this time; a message waits for it as well."
          : ASLEEP;
    }
    if (offered.equals(List.of(Rung.CHANNEL))) {
      return ASLEEP + " A channel push was sent too; clients that show none are silent.";
    }
    return probe
        .by()
        .map(WakeTestHints::silentAfter)
        .orElse("Nothing came back: start its client again.");
  }

  private static String silentAfter(Rung rung) {
    return switch (rung) {
      case MONITOR ->
          "The bridge was asked to ring and no turn began: the monitor, the bridge or the client"
              + " has stopped. Start the client again with its plugin.";
      case QUEUE ->
          "The bridge got the text for the client's queue and no turn began: look at"
              + " the queue of the client, for example codex queue.";
      case WATCH -> "The watch ran its command and no turn began: run the command by hand.";
      case HOOK -> "A hook printed the nonce and the turn did not go on: look at the client.";
      case WAIT ->
          "Its open wait ended with the nonce and nothing followed: the client dropped"
              + " the result, or has stopped.";
      case TOOL_RESULT -> "A tool result had the nonce and nothing followed: the turn has ended.";
      case CHANNEL -> "A channel push was sent and nothing followed.";
    };
  }
}

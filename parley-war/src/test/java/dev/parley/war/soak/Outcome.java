package dev.parley.war.soak;

import dev.parley.war.load.Counters;
import dev.parley.war.load.Crew;
import java.util.List;

/**
 * Findings of a run.
 *
 * @param restartMillis from the signal to the server until it was healthy again
 * @param unmade calls that were due and not made
 * @param checks what the server had of the posts and claims, after the restart and at the end
 * @param logged lines of the server's log at each level that matters
 */
record Outcome(
    int rate,
    List<Life> lives,
    Counters counters,
    Crew crew,
    Problems problems,
    long restartMillis,
    long unmade,
    long missingBeforeRestart,
    long endedStreams,
    List<StoreCheck.Result> checks,
    ServerLog.Lines logged,
    Visits visits) {

  /** Pages that were opened, and bridges that came and went. */
  record Visits(long pages, long bridges) {}
}

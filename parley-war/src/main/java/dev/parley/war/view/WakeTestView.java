package dev.parley.war.view;

import dev.parley.war.wake.Rung;
import dev.parley.war.wake.WakeTestResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a wake test as it is shown. */
public record WakeTestView(
    String agent,
    boolean reached,
    @Nullable String by,
    List<String> offered,
    long millis,
    String evidence,
    String state,
    String hint) {

  /** Returns a result as it is shown. */
  public static WakeTestView of(WakeTestResult result) {
    return new WakeTestView(
        result.agent(),
        result.reached(),
        result.by().map(Rung::wireName).orElse(null),
        result.offered().stream().map(Rung::wireName).toList(),
        result.time().toMillis(),
        result.evidence().wireName(),
        result.reach().state().wireName(),
        result.hint());
  }
}

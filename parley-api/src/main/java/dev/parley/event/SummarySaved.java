package dev.parley.event;

/** The summary of the session was saved, in place of the one before. */
public record SummarySaved() implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.SUMMARY_SAVED;
  }
}

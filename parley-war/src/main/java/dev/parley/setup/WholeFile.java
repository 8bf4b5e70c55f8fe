package dev.parley.setup;

import java.util.Optional;

/**
 * A file that is the setup's own.
 *
 * @param text all of it
 */
record WholeFile(String text) implements ConfigEdit {
  @Override
  public String apply(Optional<String> current) {
    return text;
  }

  /** A file that somebody changed stays. */
  @Override
  public Optional<String> without(String current, OriginalContent original) {
    return current.equals(text) ? original.text() : Optional.of(current);
  }

  @Override
  public String shown() {
    return text;
  }
}

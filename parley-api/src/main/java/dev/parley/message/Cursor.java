package dev.parley.message;

/**
 * An opaque position in one topic. Only the store that made it knows what it says; it is never
 * parsed, compared or sorted elsewhere.
 *
 * @param value what the store wrote
 */
public record Cursor(String value) {
  @Override
  public String toString() {
    return value;
  }
}

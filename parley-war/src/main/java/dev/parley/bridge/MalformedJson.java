package dev.parley.bridge;

/** A text that claimed to be JSON and is not. */
final class MalformedJson extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  MalformedJson(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}

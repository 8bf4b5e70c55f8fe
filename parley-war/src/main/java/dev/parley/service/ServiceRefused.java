package dev.parley.service;

/** A reason to do nothing, as a sentence for the person. */
final class ServiceRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ServiceRefused(String sentence) {
    super(sentence);
  }

  /** Returns the message as a sentence. */
  String sentence() {
    return String.valueOf(getMessage());
  }
}

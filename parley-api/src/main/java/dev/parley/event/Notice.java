package dev.parley.event;

/**
 * A transport's own push to the other side, in the transport's own form. Like every other push it
 * is numbered, remembered, and repeated after a cut.
 *
 * @param form the transport's own object
 */
public record Notice(Object form) implements Event {
  @Override
  public Kind kind() {
    return Kind.NOTICE;
  }
}

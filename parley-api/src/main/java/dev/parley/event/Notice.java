package dev.parley.event;

/**
 * Something a transport says to the other side on its own account, in its own form. It is numbered,
 * remembered and repeated after a cut like every other push.
 *
 * @param form the transport's own object
 */
public record Notice(Object form) implements Event {
  @Override
  public Kind kind() {
    return Kind.NOTICE;
  }
}

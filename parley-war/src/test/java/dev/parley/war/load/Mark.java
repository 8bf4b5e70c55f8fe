package dev.parley.war.load;

import dev.parley.war.driver.Wire;

/**
 * The beginning of a message's body: its kind, its sender, the sender's number for it, and the time
 * at which its call was due.
 */
public record Mark(Work kind, int sender, int number, long dueNanos) {
  /** Characters behind the mark itself. */
  public static final int LENGTH = 1 + 4 + 8 + 16;

  private static final char MESSAGE = 'm';
  private static final char POST = 'p';

  String text() {
    return String.format(
        "%c%c%04x%08x%016x",
        Wire.MARK, kind == Work.POST ? POST : MESSAGE, sender, number, dueNanos);
  }

  /** Reads the characters behind the mark; throws {@link NumberFormatException}. */
  public static Mark parse(String text) {
    char kind = text.charAt(0);
    if (kind != MESSAGE && kind != POST) {
      throw new NumberFormatException("no kind of message: " + kind);
    }
    return new Mark(
        kind == POST ? Work.POST : Work.MESSAGE,
        Integer.parseUnsignedInt(text, 1, 5, 16),
        Integer.parseUnsignedInt(text, 5, 13, 16),
        Long.parseUnsignedLong(text, 13, LENGTH, 16));
  }
}

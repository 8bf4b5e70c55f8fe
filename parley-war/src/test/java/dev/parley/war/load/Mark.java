package dev.parley.war.load;

import dev.parley.war.driver.Wire;

/**
 * The beginning of a message's body: its kind, its sender, the sender's number for it, and the time
 * at which its call was due.
 */
record Mark(Work kind, int sender, int number, long dueNanos) {
  /** Characters behind the mark itself. */
  static final int LENGTH = 1 + 4 + 8 + 16;

  String text() {
    return String.format("%c%x%04x%08x%016x", Wire.MARK, kind.ordinal(), sender, number, dueNanos);
  }

  /** Reads the characters behind the mark; throws {@link NumberFormatException}. */
  static Mark parse(String text) {
    int kind = Integer.parseUnsignedInt(text, 0, 1, 16);
    if (kind > Work.POST.ordinal()) {
      throw new NumberFormatException("no kind of message: " + kind);
    }
    return new Mark(
        Work.values()[kind],
        Integer.parseUnsignedInt(text, 1, 5, 16),
        Integer.parseUnsignedInt(text, 5, 13, 16),
        Long.parseUnsignedLong(text, 13, LENGTH, 16));
  }
}

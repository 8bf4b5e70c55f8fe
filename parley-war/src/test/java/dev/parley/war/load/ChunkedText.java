package dev.parley.war.load;

/** One HTTP answer in chunks, byte by byte: its head, and then what the chunks hold. */
final class ChunkedText {
  /** Stands for a byte of the head or of the framing. */
  static final int NONE = -1;

  private static final int HEAD_END = 2;

  private final StringBuilder head = new StringBuilder();
  private volatile boolean open;
  private int lineEnds;
  private long left;
  private boolean inSize = true;
  private boolean sizeBegun;

  /** Returns true once the head is complete and says that the stream is open. */
  boolean isOpen() {
    return open;
  }

  /** The head as far as it is there. */
  String head() {
    synchronized (head) {
      return head.toString();
    }
  }

  /** Takes the next byte; returns it where it is content, else {@link #NONE}. */
  int take(byte next) {
    if (lineEnds < HEAD_END) {
      takeHead(next);
      return NONE;
    }
    if (inSize) {
      takeSize(next);
      return NONE;
    }
    left--;
    inSize = left == 0;
    return next;
  }

  private void takeHead(byte next) {
    synchronized (head) {
      head.append((char) next);
    }
    if (next == '\n') {
      lineEnds++;
    } else if (next != '\r') {
      lineEnds = 0;
    }
    if (lineEnds == HEAD_END) {
      open = head().startsWith("HTTP/1.1 200");
    }
  }

  private void takeSize(byte next) {
    int digit = Character.digit(next, 16);
    if (digit >= 0) {
      left = left * 16 + digit;
      sizeBegun = true;
    } else if (next == '\n' && sizeBegun) {
      // Another line end closes the chunk before it.
      sizeBegun = false;
      inSize = left == 0;
    }
  }
}

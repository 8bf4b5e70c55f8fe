package dev.parley.war.driver;

/** A request made once and sent many times: only its id, and the time in its body, change. */
public final class PreparedCall {
  private static final String ID = "\"id\":";

  public final byte[] bytes;
  private final int lastIdDigit;
  private final int mark;

  /** Takes bytes with an id of several digits and, where {@link #stamp} is used, a mark. */
  public PreparedCall(byte[] bytes) {
    this.bytes = bytes;
    String text = new String(bytes, Wire.ASCII);
    int end = text.indexOf(ID) + ID.length();
    while (Character.isDigit(text.charAt(end))) {
      end++;
    }
    this.lastIdDigit = end - 1;
    this.mark = text.indexOf(Wire.MARK);
  }

  /** The same call under the next id. */
  public PreparedCall next() {
    int digit = lastIdDigit;
    while (bytes[digit] == '9') {
      bytes[digit--] = '0';
    }
    bytes[digit]++;
    return this;
  }

  /** Writes a time into the body. */
  public PreparedCall stamp(long nanos) {
    long rest = nanos;
    for (int i = Wire.TIME_DIGITS; i > 0; i--) {
      bytes[mark + i] = (byte) Character.forDigit((int) (rest & 15), 16);
      rest >>>= 4;
    }
    return this;
  }
}

package dev.parley.bridge;

/** Walks over JSON in UTF-8, checking the grammar of RFC 8259 and keeping nothing. */
final class JsonScanner {
  /** Deeper nesting than any message has; keeps a hostile line from using up the stack. */
  private static final int MAX_DEPTH = 200;

  private final byte[] text;
  private final int end;

  JsonScanner(byte[] text, int end) {
    this.text = text;
    this.end = end;
  }

  /** The index of the first byte at or after {@code at} that is not white space. */
  int space(int at) {
    int i = at;
    while (i < end && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t')) {
      i++;
    }
    return i;
  }

  /** The index after the value that begins at {@code at}. */
  int value(int at, int depth) {
    if (depth > MAX_DEPTH) {
      throw new MalformedJson("nested too deeply");
    }
    return switch (byteAt(at)) {
      case '{' -> members(at, depth);
      case '[' -> elements(at, depth);
      case '"' -> string(at);
      case 't' -> literal(at, "true");
      case 'f' -> literal(at, "false");
      case 'n' -> literal(at, "null");
      default -> number(at);
    };
  }

  private int members(int at, int depth) {
    int i = space(at + 1);
    if (byteAt(i) == '}') {
      return i + 1;
    }
    while (true) {
      i = space(colon(string(i)));
      i = space(value(i, depth + 1));
      if (byteAt(i) == '}') {
        return i + 1;
      }
      i = space(expect(i, ','));
    }
  }

  private int elements(int at, int depth) {
    int i = space(at + 1);
    if (byteAt(i) == ']') {
      return i + 1;
    }
    while (true) {
      i = space(value(i, depth + 1));
      if (byteAt(i) == ']') {
        return i + 1;
      }
      i = space(expect(i, ','));
    }
  }

  /** The index after the colon that follows a member's name. */
  int colon(int at) {
    return expect(space(at), ':');
  }

  /** The index after the string that begins at {@code at}. */
  int string(int at) {
    int i = expect(at, '"');
    while (true) {
      int b = byteAt(i);
      if (b == '"') {
        return i + 1;
      } else if (b == '\\') {
        i = escape(i + 1);
      } else if (b >= 0x80) {
        i = beyondAscii(i);
      } else if (b < 0x20) {
        throw new MalformedJson("control character in a string");
      } else {
        i++;
      }
    }
  }

  private int escape(int at) {
    int b = byteAt(at);
    if (b != 'u') {
      if ("\"\\/bfnrt".indexOf(b) < 0) {
        throw new MalformedJson("unknown escape");
      }
      return at + 1;
    }
    for (int i = at + 1; i <= at + 4; i++) {
      if (Character.digit(byteAt(i), 16) < 0) {
        throw new MalformedJson("unknown escape");
      }
    }
    return at + 5;
  }

  private int beyondAscii(int at) {
    int lead = byteAt(at);
    int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    int second = byteAt(at + 1);
    boolean wellFormed =
        lead >= 0xc2
            && lead <= 0xf4
            && !(lead == 0xe0 && second < 0xa0)
            && !(lead == 0xed && second > 0x9f)
            && !(lead == 0xf0 && second < 0x90)
            && !(lead == 0xf4 && second > 0x8f);
    for (int i = at + 1; wellFormed && i < at + length; i++) {
      wellFormed = (byteAt(i) & 0xc0) == 0x80;
    }
    if (!wellFormed) {
      throw new MalformedJson("not UTF-8");
    }
    return at + length;
  }

  private int literal(int at, String word) {
    int i = at;
    for (int c = 0; c < word.length(); c++) {
      i = expect(i, word.charAt(c));
    }
    return i;
  }

  private int number(int at) {
    int i = byteAt(at) == '-' ? at + 1 : at;
    i = byteAt(i) == '0' ? i + 1 : digits(i);
    if (i < end && text[i] == '.') {
      i = digits(i + 1);
    }
    if (i < end && (text[i] == 'e' || text[i] == 'E')) {
      i++;
      i = digits(byteAt(i) == '+' || byteAt(i) == '-' ? i + 1 : i);
    }
    return i;
  }

  private int digits(int at) {
    int i = at;
    while (i < end && text[i] >= '0' && text[i] <= '9') {
      i++;
    }
    if (i == at) {
      throw new MalformedJson("unexpected character");
    }
    return i;
  }

  private int expect(int at, char wanted) {
    if (byteAt(at) != wanted) {
      throw new MalformedJson("unexpected character");
    }
    return at + 1;
  }

  private int byteAt(int at) {
    if (at >= end) {
      throw new MalformedJson("ends too early");
    }
    return text[at] & 0xff;
  }
}

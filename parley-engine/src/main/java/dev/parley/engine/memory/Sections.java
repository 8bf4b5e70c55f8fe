package dev.parley.engine.memory;

import dev.parley.memory.SectionKey;
import java.time.LocalDate;
import java.util.regex.Pattern;

/**
 * The form of a memory document: a sequence of blocks. A section begins with a line {@code ## key}.
 * A dated entry begins with a line {@code ---} above a line {@code _YYYY-MM-DD_}. A block ends
 * where the next begins. Text before the first block belongs to nobody and stays.
 *
 * <p>Content may have lines that look like the beginning of a block. They are stored with one more
 * blank before them, which Markdown does not show, and lose it again when the document is read. So
 * every line that begins a block is one, whatever surrounds it: no code fence left open, by hand or
 * by a merge, can hide a section.
 */
final class Sections {
  static final String HEADING = "## ";
  private static final String RULE = "---";
  private static final Pattern DATE = Pattern.compile("_\\d{4}-\\d{2}-\\d{2}_");
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private Sections() {}

  /**
   * Returns {@code document} with {@code content} as its section {@code key}, in place or at its
   * end.
   */
  static String write(String document, SectionKey key, String content) {
    String eol = endOfLine(document);
    String heading = HEADING + key.value();
    String body = stored(content, eol);
    String block = body.isEmpty() ? heading + eol : heading + eol + eol + body + eol;
    int from = find(document, heading);
    if (from < 0) {
      return before(document, eol) + block;
    }
    String rest = withoutBlankEnd(document.substring(endOfBlock(document, from)));
    String after = rest.isEmpty() ? "" : eol + rest + eol;
    return document.substring(0, from) + block + after;
  }

  /** Returns {@code document} with an entry of {@code day} at its end. */
  static String append(String document, LocalDate day, String content) {
    String eol = endOfLine(document);
    String start = document.isBlank() ? eol : before(document, eol);
    String body = stored(content, eol);
    String entry = start + RULE + eol + "_" + day + "_" + eol;
    return body.isEmpty() ? entry : entry + eol + body + eol;
  }

  /** Returns {@code document} as its writers meant it: contents as written, lines ending in LF. */
  static String shown(String document) {
    return shifted(plain(document), -1);
  }

  /** Returns {@code document} without a byte order mark, lines ending in LF; contents as stored. */
  static String plain(String document) {
    return document.substring(start(document)).replace("\r\n", "\n");
  }

  /** Returns {@code content} as it is stored inside a document whose lines end in {@code eol}. */
  private static String stored(String content, String eol) {
    String lines = content.replace("\r\n", "\n").replace('\r', '\n').stripTrailing();
    return shifted(lines, 1).replace("\n", eol);
  }

  /**
   * Adds or removes one blank before each line that looks like the beginning of a block behind
   * blanks.
   */
  static String shifted(String text, int by) {
    StringBuilder shifted = new StringBuilder(text.length() + 16);
    for (int at = 0; at < text.length(); at = nextLine(text, at)) {
      int blanks = 0;
      while (at + blanks < text.length() && text.charAt(at + blanks) == ' ') {
        blanks++;
      }
      boolean looksLikeOne = beginsBlock(text, at + blanks);
      if (looksLikeOne && by > 0) {
        shifted.append(' ');
      }
      int from = looksLikeOne && by < 0 && blanks > 0 ? at + 1 : at;
      shifted.append(text, from, nextLine(text, at));
    }
    return shifted.toString();
  }

  /** Returns true if a block begins at {@code at}, the beginning of a line. */
  static boolean beginsBlock(String text, int at) {
    return text.startsWith(HEADING, at)
        || (text.startsWith(RULE, at)
            && line(text, at).equals(RULE)
            && DATE.matcher(line(text, nextLine(text, at))).matches());
  }

  /** Returns the offset of the first line that is {@code heading}; -1 where there is none. */
  static int find(String document, String heading) {
    for (int at = start(document); at < document.length(); at = nextLine(document, at)) {
      if (document.startsWith(HEADING, at) && line(document, at).equals(heading)) {
        return at;
      }
    }
    return -1;
  }

  static int endOfBlock(String document, int from) {
    int at = nextLine(document, from);
    while (at < document.length() && !beginsBlock(document, at)) {
      at = nextLine(document, at);
    }
    return at;
  }

  /** Returns {@code document} closed by one empty line, for a block to follow. */
  private static String before(String document, String eol) {
    return document.isBlank() ? "" : withoutBlankEnd(document) + eol + eol;
  }

  /**
   * Returns {@code document} without the blanks at its end, except for the one that makes an empty
   * heading of the last line: without it, that line would be text of the block before.
   */
  private static String withoutBlankEnd(String document) {
    String stripped = document.stripTrailing();
    int lastLine = Math.max(start(document), stripped.lastIndexOf('\n') + 1);
    boolean isCut = beginsBlock(document, lastLine) && !beginsBlock(stripped, lastLine);
    return isCut ? stripped + " " : stripped;
  }

  /** Returns the offset of the first line, behind all byte order marks. */
  private static int start(String document) {
    int start = 0;
    while (document.startsWith(BYTE_ORDER_MARK, start)) {
      start += BYTE_ORDER_MARK.length();
    }
    return start;
  }

  static int nextLine(String text, int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end + 1;
  }

  /** Returns the line at {@code at}, without its end and the blanks before that. */
  static String line(String text, int at) {
    return text.substring(at, nextLine(text, at)).stripTrailing();
  }

  /** Returns the end of the first line, which counts for all lines. */
  private static String endOfLine(String document) {
    int first = document.indexOf('\n');
    return first > 0 && document.charAt(first - 1) == '\r' ? "\r\n" : "\n";
  }
}

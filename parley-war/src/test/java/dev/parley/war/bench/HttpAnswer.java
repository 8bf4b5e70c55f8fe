package dev.parley.war.bench;

import java.util.Locale;

/** One HTTP answer as it gathers in a buffer; only those with a Content-Length. */
final class HttpAnswer {
  private static final String LENGTH = "content-length:";

  final byte[] bytes = new byte[64 * 1024];
  int size;
  private int bodyAt;
  private int end;

  void clear() {
    size = 0;
    bodyAt = 0;
    end = 0;
  }

  /** Whether all of it is there. */
  boolean isComplete() {
    if (bodyAt == 0) {
      findBody();
    }
    return bodyAt > 0 && size >= end;
  }

  int status() {
    return (bytes[9] - '0') * 100 + (bytes[10] - '0') * 10 + (bytes[11] - '0');
  }

  /** A header's value; empty where it is absent. */
  String header(String name) {
    String head = new String(bytes, 0, bodyAt, Wire.ASCII);
    int at = head.toLowerCase(Locale.ROOT).indexOf("\r\n" + name.toLowerCase(Locale.ROOT) + ":");
    if (at < 0) {
      return "";
    }
    int from = at + name.length() + 3;
    return head.substring(from, head.indexOf('\r', from)).strip();
  }

  String body() {
    return new String(bytes, bodyAt, end - bodyAt, Wire.ASCII);
  }

  private void findBody() {
    for (int i = 3; i < size; i++) {
      if (bytes[i] == '\n' && bytes[i - 2] == '\n' && bytes[i - 1] == '\r') {
        bodyAt = i + 1;
        end = bodyAt + length();
        return;
      }
    }
  }

  private int length() {
    for (int line = 0; line < bodyAt; line++) {
      if (bytes[line] == '\n' && startsWithLength(line + 1)) {
        int length = 0;
        for (int i = line + 1 + LENGTH.length(); bytes[i] != '\r'; i++) {
          length = bytes[i] == ' ' ? length : length * 10 + bytes[i] - '0';
        }
        return length;
      }
    }
    return 0;
  }

  private boolean startsWithLength(int at) {
    for (int i = 0; i < LENGTH.length(); i++) {
      if (Character.toLowerCase(bytes[at + i]) != LENGTH.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}

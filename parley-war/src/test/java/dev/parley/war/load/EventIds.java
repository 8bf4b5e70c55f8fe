package dev.parley.war.load;

import java.util.Arrays;
import java.util.stream.Stream;

/** The ids of the last events of several streams, read character by character. */
final class EventIds {
  private static final String FIELD = "id: ";
  private static final int MAX_LENGTH = 200;

  private final StringBuilder[] lines;
  private final String[] last;

  EventIds(int streams) {
    this.lines = Stream.generate(StringBuilder::new).limit(streams).toArray(StringBuilder[]::new);
    this.last = new String[streams];
    Arrays.fill(last, "");
  }

  /** Takes the next character of the content of a stream. */
  synchronized void take(int stream, char next) {
    StringBuilder line = lines[stream];
    if (next != '\n') {
      if (line.length() < MAX_LENGTH) {
        line.append(next);
      }
      return;
    }
    if (line.indexOf(FIELD) == 0) {
      last[stream] = line.substring(FIELD.length());
    }
    line.setLength(0);
  }

  /** Forgets the line that a cut left unfinished. */
  synchronized void reopen(int stream) {
    lines[stream].setLength(0);
  }

  /** The id of the last event; empty before the first. */
  synchronized String last(int stream) {
    return last[stream];
  }
}

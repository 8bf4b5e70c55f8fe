package dev.parley.engine.hook;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a command line into words as a POSIX shell does, and no further. Within {@code '} every
 * character is literal. Within {@code "} a backslash escapes {@code "} and a backslash. Elsewhere a
 * backslash escapes the next character. Variables, globs and pipes have no meaning.
 */
final class CommandWords {
  private static final char OUTSIDE = ' ';

  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;

  private CommandWords() {}

  /** Returns the words; empty where a quote is not closed. */
  static Optional<List<String>> of(String command) {
    CommandWords split = new CommandWords();
    return split.closes(command) ? Optional.of(List.copyOf(split.words)) : Optional.empty();
  }

  private boolean closes(String command) {
    char quote = OUTSIDE;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (isEscape(command, i, quote)) {
        i++;
        add(command.charAt(i));
      } else if (c == quote && quote != OUTSIDE) {
        quote = OUTSIDE;
      } else if (quote != OUTSIDE) {
        add(c);
      } else if (c == '\'' || c == '"') {
        quote = c;
        inWord = true;
      } else if (Character.isWhitespace(c)) {
        endWord();
      } else {
        add(c);
      }
    }
    endWord();
    return quote == OUTSIDE;
  }

  private static boolean isEscape(String command, int at, char quote) {
    if (command.charAt(at) != '\\' || quote == '\'' || at + 1 == command.length()) {
      return false;
    }
    char next = command.charAt(at + 1);
    return quote == OUTSIDE || next == '"' || next == '\\';
  }

  private void add(char c) {
    word.append(c);
    inWord = true;
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
      inWord = false;
    }
  }
}

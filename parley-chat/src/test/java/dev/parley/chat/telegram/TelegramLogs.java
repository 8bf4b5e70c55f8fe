package dev.parley.chat.telegram;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The lines that this project logs while it is open, each with its level and its traces. */
final class TelegramLogs implements AutoCloseable {
  private final Logger logger = Logger.getLogger("dev.parley");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord line) {
          lines.add(line.getLevel() + " " + formatter.format(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  TelegramLogs() {
    handler.setLevel(Level.ALL);
    logger.setLevel(Level.ALL);
    logger.addHandler(handler);
  }

  /** All lines. */
  List<String> lines() {
    return lines;
  }

  /** The lines of a level, as java.util.logging names it, that have some words. */
  List<String> lines(Level level, String words) {
    return lines.stream()
        .filter(line -> line.startsWith(level + " ") && line.contains(words))
        .toList();
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
    logger.setLevel(null);
  }
}

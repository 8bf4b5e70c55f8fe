package dev.parley.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What one class has the log say until this is closed, from INFO on. */
public final class Logged extends Handler {
  private final Logger log;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  /** Listens to the log of {@code type}. */
  public Logged(String type) {
    log = Logger.getLogger(type);
    setLevel(Level.INFO);
    log.addHandler(this);
  }

  /** For example {@code WARNING: The database is away}. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void publish(LogRecord record) {
    if (isLoggable(record)) {
      lines.add(record.getLevel() + ": " + new SimpleFormatter().formatMessage(record));
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    log.removeHandler(this);
  }
}

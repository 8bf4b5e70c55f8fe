package dev.parley.server;

import dev.parley.engine.logging.LogEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The form and the level of the log, and the lines of the server itself, which people read on the
 * standard output and programs in the log.
 *
 * @param format {@code text} or {@code json}
 * @param level one of {@link #LEVELS}
 */
record LogOutput(String format, String level) {
  static final String TEXT = "text";
  static final String JSON = "json";
  static final List<String> FORMATS = List.of(TEXT, JSON);
  static final String DEFAULT_LEVEL = "info";

  /** The levels, the least first. */
  private static final Map<String, Level> LEVELS = levels();

  private static final Logger ROOT = Logger.getLogger("");

  /** Kept here: a logger nobody holds forgets its level. */
  private static final Logger OWN = Logger.getLogger("dev.parley");

  private static Map<String, Level> levels() {
    Map<String, Level> levels = new LinkedHashMap<>();
    levels.put("trace", Level.FINER);
    levels.put("debug", Level.FINE);
    levels.put(DEFAULT_LEVEL, Level.INFO);
    levels.put("warning", Level.WARNING);
    levels.put("error", Level.SEVERE);
    return levels;
  }

  static boolean isLevel(String name) {
    return LEVELS.containsKey(name);
  }

  /** Returns the name of a level, as {@code --log-level} has it. */
  static String name(Level level) {
    String name = "trace";
    for (Map.Entry<String, Level> each : LEVELS.entrySet()) {
      if (level.intValue() >= each.getValue().intValue()) {
        name = each.getKey();
      }
    }
    return name;
  }

  boolean isJson() {
    return format.equals(JSON);
  }

  /**
   * Has the log of this process in this form from now on. At the usual form and level nothing is
   * changed, so that a logging.properties of the deployer's counts.
   */
  void begin() {
    if (isJson()) {
      for (Handler handler : ROOT.getHandlers()) {
        handler.setFormatter(new JsonLogFormatter());
      }
      Thread.setDefaultUncaughtExceptionHandler(
          (thread, thrown) ->
              OWN.log(Level.SEVERE, "Thread " + thread.getName() + " ended by a fault.", thrown));
    }
    if (!level.equals(DEFAULT_LEVEL)) {
      Level least = LEVELS.getOrDefault(level, Level.INFO);
      OWN.setLevel(least);
      if (least.intValue() > Level.INFO.intValue()) {
        ROOT.setLevel(least);
      }
      for (Handler handler : ROOT.getHandlers()) {
        handler.setLevel(least);
      }
    }
  }

  /** Writes a warning about the settings. */
  void warn(String text) {
    if (isJson()) {
      write(Level.WARNING, text);
    } else {
      System.err.println("parley: warning: " + text);
    }
  }

  /** Writes an event of the server itself; {@code text} is for people, who may need no line. */
  void say(LogEvent event, String text) {
    if (isJson()) {
      write(LEVELS.getOrDefault(event.level(), Level.INFO), text, event);
    } else if (event == LogEvent.SERVER_FAILED) {
      System.err.println("parley: " + text);
    } else if (event == LogEvent.SERVER_STOP) {
      System.out.println(text);
    }
  }

  /** At the end of the process the loggers may be gone, so this needs none. */
  private void write(Level of, String text, Object... parameters) {
    if (of.intValue() >= LEVELS.getOrDefault(level, Level.INFO).intValue()) {
      LogRecord line = new LogRecord(of, text);
      line.setLoggerName(LogOutput.class.getName());
      line.setParameters(parameters);
      System.err.print(new JsonLogFormatter().format(line));
      System.err.flush();
    }
  }
}

package dev.parley.server;

import dev.parley.engine.logging.LogEvent;
import dev.parley.engine.logging.Masking;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes each line of the log as one JSON object: its time, level, logger and thread, its text, the
 * name of its event where it has one, and what was thrown. Credentials are masked.
 */
final class JsonLogFormatter extends Formatter {
  /** The most characters of a text; a longer one is cut. */
  private static final int MAX_TEXT = 16_384;

  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public String format(LogRecord line) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeStringProperty("time", line.getInstant().truncatedTo(ChronoUnit.MILLIS).toString());
      json.writeStringProperty("level", LogOutput.name(line.getLevel()));
      LogEvent event = event(line);
      if (event != null) {
        json.writeStringProperty("event", event.wireName());
      }
      json.writeStringProperty("logger", String.valueOf(line.getLoggerName()));
      json.writeNumberProperty("thread", line.getLongThreadID());
      json.writeStringProperty("message", text(formatMessage(line)));
      Throwable thrown = line.getThrown();
      if (thrown != null) {
        write(json, Masking.trace(thrown), thrown);
      }
      json.writeEndObject();
    }
    return out.append('\n').toString();
  }

  private static void write(JsonGenerator json, Throwable masked, Throwable thrown) {
    StringWriter stack = new StringWriter();
    masked.printStackTrace(new PrintWriter(stack, true));
    json.writeObjectPropertyStart("error");
    json.writeStringProperty("type", thrown.getClass().getName());
    json.writeStringProperty("message", text(Masking.message(thrown)));
    json.writeStringProperty("stack", text(stack.toString()));
    json.writeEndObject();
  }

  private static String text(String text) {
    String cut = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
    return Masking.masked(cut);
  }

  private static @Nullable LogEvent event(LogRecord line) {
    Object[] parameters = line.getParameters();
    if (parameters != null) {
      for (Object parameter : parameters) {
        if (parameter instanceof LogEvent event) {
          return event;
        }
      }
    }
    return null;
  }
}

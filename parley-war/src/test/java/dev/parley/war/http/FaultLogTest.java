package dev.parley.war.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultLogTest {
  private final Logger logger = Logger.getLogger(FaultLog.class.getName());
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          StringWriter text = new StringWriter().append(entry.getMessage());
          if (entry.getThrown() != null) {
            entry.getThrown().printStackTrace(new PrintWriter(text, true));
          }
          lines.add(text.toString());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
  }

  @AfterEach
  void end() {
    logger.removeHandler(handler);
  }

  @Test
  void fault_whoseCauseNamesAPassword_isLoggedWithoutIt() {
    FaultLog.log(
        new IllegalStateException(
            "no answer", new IOException("redis://parley:secret@there:6379 is away")));

    assertThat(lines).singleElement().asString().contains("is away").doesNotContain("secret");
  }

  @Test
  void client_thatBrokeOff_isLoggedWithoutCredentials() {
    FaultLog.brokenOff(new IOException("reset: http://parley:secret@there/mcp"));

    assertThat(lines).singleElement().asString().contains("reset").doesNotContain("secret");
  }
}

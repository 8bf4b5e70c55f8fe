package dev.parley.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.StoredMessage;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.MessageBackendContract;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class YourOwnBackendTest extends MessageBackendContract {

  @Override
  protected MessageBackend newBackend() {
    return new YourOwnBackend();
  }

  @Override
  protected Cursor cursorOf(StoredMessage other, long seq, MessageId id) {
    return new Cursor(other.message().topic() + ":" + seq + ":" + id);
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void main_run_theBackendKeepsWhatIsSaid() throws Exception {
    String printed = Printed.by(() -> YourOwnBackend.main(new String[0]));
    assertThat(printed.lines()).containsExactly("kept: Hi.");
  }
}

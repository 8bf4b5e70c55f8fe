package dev.parley.chat.slack;

import dev.parley.chat.ChatBackendContract;
import dev.parley.chat.ChatEmulation;
import org.junit.jupiter.api.Tag;

/** The contract of the backend over Slack. */
@Tag("chat")
final class SlackBackendTest extends ChatBackendContract {
  @Override
  protected ChatEmulation newEmulation() throws Exception {
    return new SlackEmulation();
  }
}

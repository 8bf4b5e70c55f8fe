package dev.parley.chat;

import org.junit.jupiter.api.Tag;

/** The backend over a system with envelopes. */
@Tag("chat")
class FakeEnvelopesTest extends ChatBackendContract {
  @Override
  protected ChatEmulation newEmulation() {
    return new FakeChat(true);
  }
}

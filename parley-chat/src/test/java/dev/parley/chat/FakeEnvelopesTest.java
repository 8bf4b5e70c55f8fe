package dev.parley.chat;

/** The backend over a system with envelopes. */
class FakeEnvelopesTest extends ChatBackendContract {
  @Override
  protected ChatEmulation newEmulation() {
    return new FakeChat(true);
  }
}

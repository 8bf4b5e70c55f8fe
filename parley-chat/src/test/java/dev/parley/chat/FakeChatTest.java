package dev.parley.chat;

/** The backend over a system without envelopes. */
class FakeChatTest extends ChatBackendContract {
  @Override
  protected ChatEmulation newEmulation() {
    return new FakeChat(false);
  }
}

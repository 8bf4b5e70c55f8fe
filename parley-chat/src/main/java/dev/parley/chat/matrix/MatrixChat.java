package dev.parley.chat.matrix;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatSystem;

/** Matrix as one account. */
final class MatrixChat implements ChatSystem {
  /** The name of the system. */
  static final String NAME = "matrix";

  /** An event has 65,536 bytes at most, and the text is in it up to three times. */
  private static final int MAX_TEXT = 8_000;

  private final MatrixSettings settings;
  private final MatrixCredentials credentials;

  MatrixChat(MatrixSettings settings, MatrixCredentials credentials) {
    this.settings = settings;
    this.credentials = credentials;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int maxText() {
    return MAX_TEXT;
  }

  @Override
  public boolean hasEnvelopes() {
    return true;
  }

  @Override
  public ChatConnection connect(ChatListener listener) {
    return new MatrixStartup(settings, credentials).connect(listener);
  }
}

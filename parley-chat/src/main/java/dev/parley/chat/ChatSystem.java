package dev.parley.chat;

/** A chat system, as an account that is logged in to it. */
public interface ChatSystem {

  /** The kind of system in lower case, for example {@code slack}. */
  String name();

  /**
   * The most UTF-16 units of text in one message, 500 or more. What an agent says is divided into
   * several messages past it.
   */
  int maxText();

  /**
   * Returns true if messages have room for structured data, {@link OutgoingMessage#envelope}. Where
   * they have none, the sender is a prefix of the text.
   */
  boolean hasEnvelopes();

  /**
   * Logs in and begins to pass what happens in rooms to {@code listener}. Calls {@link
   * ChatListener#connected} before it returns, and again after each interruption.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where the account or its
   *     rights do not suffice, with one sentence that names the missing right; {@code unavailable}
   *     where the system cannot be reached
   */
  ChatConnection connect(ChatListener listener);
}

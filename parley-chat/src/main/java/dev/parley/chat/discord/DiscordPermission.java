package dev.parley.chat.discord;

import java.math.BigInteger;

/** A permission that the bot needs, with the name that people see in the settings. */
enum DiscordPermission {
  ADMINISTRATOR(3, "Administrator"),
  MANAGE_CHANNELS(4, "Manage Channels"),
  VIEW_CHANNEL(10, "View Channel"),
  SEND_MESSAGES(11, "Send Messages"),
  READ_MESSAGE_HISTORY(16, "Read Message History");

  private final int bit;
  private final String words;

  DiscordPermission(int bit, String words) {
    this.bit = bit;
    this.words = words;
  }

  /** Returns true if a set of permissions has it. */
  boolean isIn(BigInteger permissions) {
    return permissions.testBit(bit);
  }

  /** The name that people see. */
  String words() {
    return words;
  }
}

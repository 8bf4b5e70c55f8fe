package dev.parley.chat.discord;

import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** A channel of the emulator: its messages by their ids as unsigned numbers. */
final class DiscordEmulatorChannel {
  final String id;
  final String name;
  final int type;
  final String guild;
  final TreeMap<Long, ObjectNode> messages = new TreeMap<>(Long::compareUnsigned);

  /** The permissions that everybody lacks here. */
  long denied;

  /** The messages that may be sent in one window; 0 for no limit. */
  int bucket;

  double window = 1;
  int sent;
  long windowEnd;

  DiscordEmulatorChannel(String id, String name, int type, String guild) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.guild = guild;
  }
}

package dev.parley.chat.matrix;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An event of the emulator.
 *
 * @param device the device that sent it, in the transaction {@code transaction}; empty for none
 */
record MatrixEmulatorEvent(
    String id,
    String room,
    String type,
    String sender,
    long time,
    Optional<String> stateKey,
    JsonNode content,
    String transaction,
    String device) {

  /** The same event with other content. */
  MatrixEmulatorEvent with(JsonNode other) {
    return new MatrixEmulatorEvent(
        id, room, type, sender, time, stateKey, other, transaction, device);
  }

  /** The event as clients get it. */
  ObjectNode json(boolean hasRoom, String reader) {
    ObjectNode event = MatrixJson.object();
    event.put("event_id", id).put("type", type).put("sender", sender);
    event.put("origin_server_ts", time);
    event.set("content", content);
    stateKey.ifPresent(key -> event.put("state_key", key));
    if (hasRoom) {
      event.put("room_id", room);
    }
    ObjectNode unsigned = event.putObject("unsigned");
    unsigned.put("age", Math.max(0, System.currentTimeMillis() - time));
    if (!transaction.isEmpty() && device.equals(reader)) {
      unsigned.put("transaction_id", transaction);
    }
    return event;
  }
}

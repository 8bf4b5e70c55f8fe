package dev.parley.engine.room;

import dev.parley.spi.MessageBackend;

/**
 * What carries the messages of rooms.
 *
 * @param ephemeral of those whose bodies are never written
 * @param durable of those that are kept
 */
public record Carriers(MessageBackend ephemeral, MessageBackend durable) {

  void connect() {
    ephemeral.connect();
    durable.connect();
  }

  void disconnect() {
    durable.disconnect();
    ephemeral.disconnect();
  }
}

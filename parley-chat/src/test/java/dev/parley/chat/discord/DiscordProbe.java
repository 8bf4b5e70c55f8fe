package dev.parley.chat.discord;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.engine.id.Ulids;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A login without the core, which records what comes. */
final class DiscordProbe implements ChatListener, AutoCloseable {
  static final TopicName PLANNING = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));

  final DiscordEmulation emulation = new DiscordEmulation();
  final DiscordEmulator discord = emulation.discord;
  final Queue<ChatMessage> messages = new ConcurrentLinkedQueue<>();
  final AtomicInteger connected = new AtomicInteger();
  ChatConnection connection;

  @Override
  public CompletableFuture<Void> message(String room, ChatMessage message) {
    messages.add(message);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void connected() {
    connected.incrementAndGet();
  }

  ChatConnection connect(String options) {
    connection = emulation.system(options).connect(this);
    return connection;
  }

  /** Logs in and opens the room planning. */
  String open() {
    return connect("?create=on").open(PLANNING);
  }

  DiscordEmulatorChannel channel() {
    return emulation.channel(PLANNING);
  }

  String write(String text) {
    return emulation.write(PLANNING, "zoe", text, Optional.empty());
  }

  Original send(String room, String text) {
    return connection.send(room, message(text, Optional.empty()));
  }

  static OutgoingMessage message(String text, Optional<String> inReplyTo) {
    String nonce = Ulids.next();
    Envelope envelope = new Envelope("alice", "alice", false, nonce, 1, 1, text);
    return new OutgoingMessage("**alice:** " + text, nonce, envelope, inReplyTo);
  }

  List<String> texts() {
    return messages.stream().map(ChatMessage::text).toList();
  }

  List<Integer> operations() {
    return discord.gateway.opened.stream().map(DiscordEmulatorGateway.Opened::op).toList();
  }

  @Override
  public void close() {
    if (connection != null) {
      connection.close();
    }
    emulation.close();
  }
}

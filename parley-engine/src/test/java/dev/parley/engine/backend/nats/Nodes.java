package dev.parley.engine.backend.nats;

import dev.parley.engine.NatsServer;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.Retention;
import io.nats.client.Connection;
import io.nats.client.Nats;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Nodes over the same topics, under names nobody else uses, and what they say. */
final class Nodes implements AutoCloseable {
  static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));

  /** What a call may take at most while the server is away, with some room for a busy machine. */
  static final Duration BOUND = Duration.ofSeconds(5);

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));

  private final NatsServer server;
  private final String prefix = UUID.randomUUID().toString().replace("-", "");
  private final List<NatsBackend> connected = new ArrayList<>();

  private Nodes(NatsServer server) {
    this.server = server;
  }

  static Nodes on(NatsServer server) {
    return new Nodes(server);
  }

  /** A node that keeps everything, not connected. */
  NatsBackend node() {
    return node(Retention.EVERYTHING, 0);
  }

  /** A node whose new topics begin after {@code before}, not connected. */
  NatsBackend node(Retention kept, long before) {
    NatsSettings settings = new NatsSettings(server.url(), prefix, kept, false, PATIENCE);
    return new NatsBackend(settings, InstantSource.system(), topic -> before);
  }

  /** A connected node that keeps everything. */
  NatsBackend connect() {
    return connect(node());
  }

  NatsBackend connect(NatsBackend node) {
    node.connect();
    connected.add(node);
    return node;
  }

  /** What somebody does on the server who does not know of Parley. */
  @FunctionalInterface
  interface Deed {
    void over(Connection connection) throws Exception;
  }

  void aStranger(Deed deed) throws Exception {
    Connection connection = Nats.connect(server.url());
    try {
      deed.over(connection);
    } finally {
      connection.close();
    }
  }

  /** The stream of {@link #TOPIC}. */
  String stream() {
    return TopicStream.name(prefix, TOPIC);
  }

  @Override
  public void close() {
    connected.forEach(NatsBackend::disconnect);
  }

  static StoredMessage post(NatsBackend node, String text) {
    return post(node, TOPIC, text);
  }

  static StoredMessage post(NatsBackend node, TopicName topic, String text) {
    return node.post(MessageDraft.of(topic, ALICE, Body.of(text)));
  }

  static List<Message> all(NatsBackend node) {
    return messages(node.fetchAfter(TOPIC, Optional.empty(), 10_000));
  }

  static List<Message> messages(MessagePage page) {
    return page.messages().stream().map(StoredMessage::message).toList();
  }
}

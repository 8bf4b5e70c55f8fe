package dev.parley.chat.telegram;

import static dev.parley.Eventually.eventually;

import dev.parley.chat.ChatBackend;
import dev.parley.chat.ChatSettings;
import dev.parley.chat.LogDatabase;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.spi.LocalLog;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** An emulated Telegram with the rooms planning and review, a database, and a Parley over both. */
final class TelegramWorld implements AutoCloseable {
  static final TopicName PLANNING = topic("planning");
  static final TopicName REVIEW = topic("review");
  static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), ConnectionId.of("c1", true));

  private static final ChatSettings SETTINGS =
      new ChatSettings(Duration.ofSeconds(20), Duration.ofSeconds(2), Duration.ofMillis(20));

  private final TelegramEmulation emulation;
  private final LogDatabase database = new LogDatabase();
  private ChatBackend backend;

  TelegramWorld() {
    this(List.of(PLANNING, REVIEW));
  }

  TelegramWorld(List<TopicName> topics) {
    emulation = new TelegramEmulation(topics);
    backend = newBackend(UnaryOperator.identity());
  }

  static TopicName topic(String room) {
    return TopicName.of(WorkspaceId.DEFAULT, RoomName.of(room));
  }

  private ChatBackend newBackend(UnaryOperator<LocalLog> log) {
    return new ChatBackend(
        emulation.system(), log.apply(database.log()), SETTINGS, InstantSource.system());
  }

  TelegramEmulation emulation() {
    return emulation;
  }

  TelegramEmulator emulator() {
    return emulation.emulator();
  }

  LogDatabase database() {
    return database;
  }

  ChatBackend backend() {
    return backend;
  }

  /** Starts the Parley by the address as it is now. */
  ChatBackend start() {
    return start(UnaryOperator.identity());
  }

  /** The same with a log in place of that of the database. */
  ChatBackend start(UnaryOperator<LocalLog> log) {
    backend.disconnect();
    backend = newBackend(log);
    backend.connect();
    return backend;
  }

  /** Starts the Parley again. */
  ChatBackend restart() {
    return start();
  }

  /** Has a person write to the room of a topic. */
  long write(TopicName topic, String person, String text) {
    return emulator().write(emulation.chat(topic), person, text, 0);
  }

  /** Posts as alice. */
  Message post(TopicName topic, String text) {
    return backend.post(MessageDraft.of(topic, ALICE, Body.of(text))).message();
  }

  /** The messages of a topic. */
  List<Message> messages(TopicName topic) {
    return backend.fetchAfter(topic, Optional.empty(), 1_000).messages().stream()
        .map(stored -> stored.message())
        .toList();
  }

  /** The texts of a topic. */
  List<String> texts(TopicName topic) {
    return messages(topic).stream().map(Message::text).toList();
  }

  /** Returns when a topic has exactly these texts. */
  void awaitTexts(TopicName topic, String... texts) {
    eventually(topic + " has " + List.of(texts), () -> texts(topic).equals(List.of(texts)));
  }

  /** Returns when a poll waits, which faults of the next request do not hit any more. */
  void awaitLongPoll() {
    eventually("a poll waits", () -> emulator().updates().longPolls() == 1);
  }

  /** Returns when all updates are confirmed. */
  void awaitConfirmed() {
    eventually("all is confirmed", () -> emulator().updates().size() == 0);
  }

  @Override
  public void close() {
    backend.disconnect();
    emulation.close();
    database.close();
  }
}

package dev.parley.chat.telegram;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import dev.parley.chat.emulator.Faults;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** An emulated Telegram with a supergroup for each topic. */
final class TelegramEmulation implements ChatEmulation {
  /** Short waits, so that faults cost a test little. */
  static final TelegramTimes QUICK =
      new TelegramTimes(
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofMillis(20),
          Duration.ofMillis(200),
          Duration.ofMillis(100),
          Duration.ofMillis(300));

  private static final long FIRST = -1_002_000_000_001L;

  private final TelegramEmulator emulator = new TelegramEmulator(true);
  private final Map<TopicName, Long> chats = new LinkedHashMap<>();
  private final Map<TopicName, String> values = new LinkedHashMap<>();

  TelegramEmulation(List<TopicName> topics) {
    for (TopicName topic : topics) {
      map(topic, FIRST - chats.size(), "supergroup", "");
    }
  }

  /** Has a chat carry a topic; the address names it by {@code username} where it has one. */
  void map(TopicName topic, long chat, String type, String username) {
    emulator.add(chat, type, username);
    chats.put(topic, chat);
    values.put(topic, username.isEmpty() ? Long.toString(chat) : "@" + username);
  }

  /** The chat of a topic. */
  long chat(TopicName topic) {
    return chats.get(topic);
  }

  TelegramEmulator emulator() {
    return emulator;
  }

  @Override
  public ChatSystem system() {
    return system(URI.create(address()), TelegramEmulator.TOKEN);
  }

  /** The address that names all chats. */
  String address() {
    return "telegram://"
        + TelegramEmulator.BOT
        + "?api="
        + emulator.address()
        + values.entrySet().stream()
            .map(entry -> "&" + option(entry.getKey()) + "=" + entry.getValue())
            .collect(Collectors.joining());
  }

  private static String option(TopicName topic) {
    boolean isDefault = topic.workspace().equals(WorkspaceId.DEFAULT);
    return topic.kind() == TopicName.Kind.PRESENCE
        ? "presence"
        : "room." + (isDefault ? "" : topic.workspace() + "/") + topic.name();
  }

  /** A login by an address and a token. */
  static ChatSystem system(URI address, String token) {
    Map<String, String> environment = Map.of(TelegramBackendProvider.TOKEN, token);
    return new TelegramBackendProvider(QUICK).system(address, new ChatSecrets(environment::get));
  }

  @Override
  public String write(TopicName topic, String person, String text, Optional<String> inReplyTo) {
    long answers = inReplyTo.map(Long::parseLong).orElse(0L);
    return Long.toString(emulator.write(chat(topic), person, text, answers));
  }

  @Override
  public List<Seen> room(TopicName topic) {
    return emulator.messages(chat(topic)).stream().map(TelegramEmulation::seen).toList();
  }

  private static Seen seen(JsonNode message) {
    JsonNode answered = message.path("reply_to_message").path("message_id");
    return new Seen(
        message.path("message_id").asString(""),
        message.path("from").path("first_name").asString(""),
        message.path("text").asString(""),
        answered.isMissingNode() ? Optional.empty() : Optional.of(answered.asString("")));
  }

  @Override
  public void cut() {
    emulator.cut();
  }

  @Override
  public void away(boolean isAway) {
    emulator.away(isAway);
  }

  @Override
  public Faults faults() {
    return emulator.faults();
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public void close() {
    emulator.close();
  }
}

package dev.parley.chat.slack;

import dev.parley.chat.ChatAuthor;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Reads the messages of Slack, from events and from the history. Only whole new messages count:
 * changes, deletions, joins and the like are none.
 */
final class SlackMessages {
  private static final Set<String> COUNTED =
      Set.of("", "bot_message", "thread_broadcast", "file_share", "me_message");

  private final SlackPeople people;

  /** Messages whose authors are {@code people}. */
  SlackMessages(SlackPeople people) {
    this.people = people;
  }

  /** The time of a message; empty where it has none. */
  static Optional<SlackTs> ts(JsonNode message) {
    return SlackTs.read(message.path("ts").asString(""));
  }

  /** The time of the message that begins the thread of a message; empty outside of threads. */
  static Optional<SlackTs> thread(JsonNode message) {
    return SlackTs.read(message.path("thread_ts").asString(""));
  }

  /** The time of the newest answer in the thread that a message begins; empty for no thread. */
  static Optional<SlackTs> latestReply(JsonNode message) {
    return SlackTs.read(message.path("latest_reply").asString(""));
  }

  /** Returns true if something is a whole new message. */
  static boolean isCounted(JsonNode message) {
    return message.path("type").asString("message").equals("message")
        && COUNTED.contains(message.path("subtype").asString(""))
        && !message.path("hidden").asBoolean(false)
        && ts(message).isPresent();
  }

  /**
   * The message; empty for anything but a whole new message of an account.
   *
   * @throws dev.parley.chat.ChatFailure where the author cannot be asked for
   */
  Optional<ChatMessage> read(JsonNode message) {
    if (!isCounted(message)) {
      return Optional.empty();
    }
    SlackTs ts = ts(message).orElseThrow();
    ChatAuthor author = people.author(message);
    if (author.id().isEmpty()) {
      return Optional.empty();
    }
    String text = text(message, author.isParley());
    Optional<Envelope> envelope =
        author.isParley() ? SlackMetadata.read(message, text) : Optional.empty();
    Optional<String> thread =
        thread(message).filter(parent -> !parent.equals(ts)).map(SlackTs::toString);
    Optional<String> answered =
        author.isParley() ? SlackMetadata.inReplyTo(message).or(() -> thread) : thread;
    return Optional.of(new ChatMessage(ts.original(), author, text, envelope, answered));
  }

  private String text(JsonNode message, boolean isParley) {
    String raw = message.path("text").asString("");
    if (isParley) {
      return SlackText.ofParley(raw, people::account);
    }
    List<String> parts = new ArrayList<>();
    parts.add(SlackText.ofOthers(raw, people::account));
    message.path("files").forEach(file -> parts.add(file(file)));
    if (raw.isBlank()) {
      message
          .path("attachments")
          .forEach(one -> parts.add(SlackText.ofOthers(fallback(one), people::account)));
    }
    parts.removeIf(String::isBlank);
    return String.join("\n", parts);
  }

  private static String file(JsonNode file) {
    String name = file.path("name").asString(file.path("id").asString("file"));
    String address = file.path("permalink").asString("");
    return address.isEmpty() ? name : "[" + name + "](" + address + ")";
  }

  private static String fallback(JsonNode part) {
    return part.path("fallback").asString(part.path("text").asString(""));
  }
}

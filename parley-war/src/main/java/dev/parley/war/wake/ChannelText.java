package dev.parley.war.wake;

import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * The parts of a message as a model is shown it: the attributes of its tag, in their order, and its
 * text, which can never open or close that tag.
 */
public final class ChannelText {
  private static final Pattern TAG = Pattern.compile("<(?=/?channel)", Pattern.CASE_INSENSITIVE);

  /** The words with which clients begin what is theirs to say: a text of an agent has none. */
  private static final Pattern NOTICE =
      Pattern.compile(
          "<(?=\\s*/?\\s*(?:channel|system|task-notification|hook|user))",
          Pattern.CASE_INSENSITIVE);

  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private ChannelText() {}

  /** Gives {@code to} the names and values that say where a message of a room comes from. */
  public static void attributes(Message message, BiConsumer<String, String> to) {
    to.accept("room", message.topic().name());
    to.accept("from_nickname", message.sender().shownAs());
    to.accept("seq", Long.toString(message.seq()));
    to.accept("message_id", message.id().value());
    to.accept("sent_at", INSTANT.format(message.sentAt()));
  }

  /** Gives {@code to} the names and values that say where a message of a session comes from. */
  public static void attributes(SessionMessage message, BiConsumer<String, String> to) {
    to.accept("from_agent", message.from().value());
    to.accept("seq", Long.toString(message.seq()));
    to.accept("message_id", message.id().value());
    to.accept("sent_at", INSTANT.format(message.sentAt()));
    to.accept("session_id", message.session().value());
    to.accept("to", message.to().isPresent() ? "you" : "all");
  }

  /**
   * Returns {@code body} so that it can never open or close the tag it will be shown in: its {@code
   * <} is written out.
   */
  public static String defused(String body) {
    return body.indexOf('<') < 0 ? body : TAG.matcher(body).replaceAll("&lt;");
  }

  /** Returns {@code body} so that it can imitate no notice of a client either. */
  static String defusedInContext(String body) {
    return body.indexOf('<') < 0 ? body : NOTICE.matcher(body).replaceAll("&lt;");
  }
}

package dev.parley.war.wake;

import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.function.BiConsumer;

/**
 * The parts of a message as a model is shown it: the attributes of its tag, in their order, and its
 * text, which can never open or close that tag.
 */
public final class ChannelText {
  private static final String VERIFIED = "verified";
  private static final String WRITTEN_OUT = "&lt;";

  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private ChannelText() {}

  /** Gives {@code to} the names and values that say where a message of a room comes from. */
  public static void attributes(Message message, BiConsumer<String, String> to) {
    to.accept("room", message.topic().name());
    to.accept("from_nickname", message.sender().shownAs());
    to.accept(VERIFIED, Boolean.toString(message.sender().isVerified()));
    to.accept("seq", Long.toString(message.seq()));
    to.accept("message_id", message.id().value());
    to.accept("sent_at", INSTANT.format(message.sentAt()));
  }

  /** Gives {@code to} the names and values that say where a message of a session comes from. */
  public static void attributes(SessionMessage message, BiConsumer<String, String> to) {
    to.accept("from_agent", message.from().value());
    to.accept(VERIFIED, Boolean.toString(message.isSenderVerified()));
    to.accept("seq", Long.toString(message.seq()));
    to.accept("message_id", message.id().value());
    to.accept("sent_at", INSTANT.format(message.sentAt()));
    to.accept("session_id", message.session().value());
    to.accept("to", message.to().isPresent() ? "you" : "all");
  }

  /**
   * Returns {@code body} so that nothing in it reads as the tag it will be shown in, or as a notice
   * of a client, in any spelling: the character that would open it is written out. All else stays.
   */
  public static String defused(String body) {
    int at = opener(body, 0);
    if (at == body.length()) {
      return body;
    }
    StringBuilder safe = new StringBuilder(body.length() + WRITTEN_OUT.length());
    int from = 0;
    for (; at < body.length(); at = opener(body, at + 1)) {
      if (TagSpelling.isTag(body, at)) {
        safe.append(body, from, at).append(WRITTEN_OUT);
        from = at + 1;
      }
    }
    return from == 0 ? body : safe.append(body, from, body.length()).toString();
  }

  private static int opener(String body, int from) {
    int at = from;
    while (at < body.length() && !TagSpelling.opens(body.charAt(at))) {
      at++;
    }
    return at;
  }
}

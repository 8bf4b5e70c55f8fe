package dev.parley.engine.backend.nats;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.id.Sha256;
import dev.parley.engine.id.Ulids;
import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.TopicName;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The stream of a topic. Its name is made of the topic's. Its one subject also contains the values
 * chosen when it was created, so that nothing is posted to, or counted in, another stream that took
 * its place.
 *
 * @param topic the topic it belongs to
 * @param name its name, which also is the first part of the subject
 * @param id the id it was created with
 * @param before the sequence number before its first message
 */
record TopicStream(TopicName topic, String name, String id, long before) {
  private static final Pattern SUBJECT =
      Pattern.compile("([^.]+)\\.([0-9A-Z]{26})\\.([0-9]{1,18})");

  /** Names become folders of the server: half of what file systems allow is plenty. */
  private static final int MAX_NAME = 128;

  private static final int READABLE = 60;

  /** A stream that is not there yet. */
  static TopicStream fresh(String prefix, TopicName topic, long before) {
    String id = Ulids.next();
    return new TopicStream(topic, name(prefix, topic), id, before);
  }

  /** The stream of these {@code subjects}; empty where they are none of Parley's. */
  static Optional<TopicStream> of(String prefix, TopicName topic, List<String> subjects) {
    Matcher form = SUBJECT.matcher(String.join(" ", subjects));
    String name = name(prefix, topic);
    return form.matches() && form.group(1).equals(name)
        ? Optional.of(new TopicStream(topic, name, form.group(2), Long.parseLong(form.group(3))))
        : Optional.empty();
  }

  /** Another for every topic, also where a file system makes no difference between cases. */
  static String name(String prefix, TopicName topic) {
    String name =
        prefix
            + "_"
            + escaped(topic.workspace().value())
            + "_"
            + escaped(topic.kind().name().toLowerCase(Locale.ROOT))
            + "_"
            + escaped(topic.name());
    // After one "=" always comes a digit of the escape, so "==" is none.
    return name.length() <= MAX_NAME ? name : name.substring(0, READABLE) + "==" + Sha256.hex(name);
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-') {
        escaped.append(c);
      } else {
        escaped.append('=').append(HexFormat.of().toHexDigits(c));
      }
    }
    return escaped.toString();
  }

  String subject() {
    return name + "." + id + "." + before;
  }

  /** The sequence number in the topic of the message with {@code number} in the stream. */
  long seq(long number) {
    return before + number;
  }

  /** The number in the stream of the message with sequence number {@code seq} in the topic. */
  long number(long seq) {
    return seq - before;
  }

  /** The number in the stream right after sequence number {@code seq} of the topic. */
  long numberAfter(long seq) {
    return seq - before + 1;
  }

  /** The cursor right after sequence number {@code seq}, whatever message has it. */
  Cursor cursor(long seq) {
    return LogPosition.after(id, seq);
  }

  /** The cursor right after {@code message}, which has sequence number {@code seq}. */
  Cursor cursor(long seq, MessageId message) {
    return LogPosition.after(id, seq, message);
  }
}

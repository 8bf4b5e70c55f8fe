package dev.parley.engine.presence;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Presence events as the text of messages: a line with the version, then a line for each event. The
 * fields of a line are separated by one space: kind, time, instance, agent, topics, and {@code
 * person} where the agent is one. Topics are separated by commas, and a hyphen means none. A
 * version may gain fields at the end of a line; readers ignore them.
 *
 * <p>Text from other nodes is not trusted. A text of another version, a malformed line, and a time
 * too far ahead are ignored. A topic that is not a room name, and topics past the limit, are left
 * out.
 */
final class PresenceCodec {
  /** The maximum time another node's clock may be ahead. */
  static final Duration MAX_SKEW = Duration.ofMinutes(5);

  static final int MAX_INSTANCE = 128;

  private static final String VERSION = "presence 1";
  private static final String NO_TOPICS = "-";
  private static final String PERSON = "person";
  private static final int FIELDS = 5;
  private static final Predicate<String> IS_ROOM =
      Pattern.compile(RoomName.PATTERN).asMatchPredicate();

  private PresenceCodec() {}

  /** Writes {@code beats}, in order, into as few bodies as possible. */
  static List<Body> write(List<PresenceEvent> beats) {
    List<Body> bodies = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (PresenceEvent beat : beats) {
      String line = line(beat);
      if (!text.isEmpty() && text.length() + 1 + line.length() > Body.MAX_BYTES) {
        bodies.add(Body.of(text.toString()));
        text.setLength(0);
      }
      if (text.isEmpty()) {
        text.append(VERSION);
      }
      text.append('\n').append(line);
    }
    if (!text.isEmpty()) {
      bodies.add(Body.of(text.toString()));
    }
    return bodies;
  }

  private static String line(PresenceEvent beat) {
    String topics =
        beat.topics().isEmpty()
            ? NO_TOPICS
            : beat.topics().stream().map(RoomName::value).collect(Collectors.joining(","));
    String line =
        String.join(
            " ",
            beat.kind().name().toLowerCase(Locale.ROOT),
            Long.toString(beat.at()),
            beat.instance(),
            beat.agent().value(),
            topics);
    return beat.person() ? line + " " + PERSON : line;
  }

  /** Reads the events of {@code text}, in order. */
  static List<PresenceEvent> read(String text, long now) {
    String[] lines = text.split("\n", -1);
    if (!lines[0].equals(VERSION)) {
      return List.of();
    }
    return Arrays.stream(lines).skip(1).flatMap(line -> beat(line, now).stream()).toList();
  }

  private static Optional<PresenceEvent> beat(String line, long now) {
    String[] fields = line.split(" ", -1);
    if (fields.length < FIELDS) {
      return Optional.empty();
    }
    Optional<PresenceEvent.Kind> kind = kind(fields[0]);
    Optional<List<RoomName>> topics = topics(fields[4]);
    if (kind.isEmpty() || topics.isEmpty()) {
      return Optional.empty();
    }
    try {
      long at = Long.parseLong(fields[1]);
      if (at < 0 || at > now + MAX_SKEW.toMillis()) {
        return Optional.empty();
      }
      String instance = fields[2].substring(0, Math.min(fields[2].length(), MAX_INSTANCE));
      boolean person = fields.length > FIELDS && fields[FIELDS].equals(PERSON);
      return Optional.of(
          new PresenceEvent(
              kind.get(), at, instance, new AgentId(fields[3]), topics.get(), person));
    } catch (NumberFormatException | ParleyException malformed) {
      return Optional.empty();
    }
  }

  private static Optional<PresenceEvent.Kind> kind(String word) {
    return switch (word) {
      case "hello" -> Optional.of(PresenceEvent.Kind.HELLO);
      case "heartbeat" -> Optional.of(PresenceEvent.Kind.HEARTBEAT);
      case "goodbye" -> Optional.of(PresenceEvent.Kind.GOODBYE);
      default -> Optional.empty();
    };
  }

  private static Optional<List<RoomName>> topics(String field) {
    if (field.equals(NO_TOPICS)) {
      return Optional.of(List.of());
    }
    List<String> names = List.of(field.split(",", -1));
    if (names.contains("")) {
      return Optional.empty();
    }
    return Optional.of(names.stream().filter(IS_ROOM).map(RoomName::new).toList());
  }
}

package dev.parley.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.message.Body;
import java.util.ArrayList;
import java.util.List;

/** The bodies of messages that come from a chat system, whose texts may be longer than a body. */
final class Bodies {
  private static final int MAX_UNITS = Body.MAX_BYTES / 3;

  private Bodies() {}

  /** The bodies that make up {@code text}; none where it is blank. */
  static List<Body> of(String text) {
    String clean = new String(text.getBytes(UTF_8), UTF_8);
    List<Body> bodies = new ArrayList<>();
    if (!clean.isBlank()) {
      boolean fits = clean.getBytes(UTF_8).length <= Body.MAX_BYTES;
      for (String part : fits ? List.of(clean) : TextParts.of(clean, MAX_UNITS)) {
        bodies.add(Body.of(part));
      }
    }
    return bodies;
  }
}

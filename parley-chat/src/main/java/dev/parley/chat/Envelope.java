package dev.parley.chat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The structured data of a message that a Parley sent: the sender as that Parley knows it, and the
 * text as the agent wrote it.
 *
 * @param agent the id of the agent
 * @param nickname its name in the room; {@code ~} where it was not in it
 * @param isVerified whether the Parley verified the agent
 * @param nonce {@link OutgoingMessage#nonce}
 * @param part the number of this part, from 1
 * @param parts the number of parts
 * @param body the text of this part, exactly
 */
public record Envelope(
    String agent,
    String nickname,
    boolean isVerified,
    String nonce,
    int part,
    int parts,
    String body) {

  /** The name under which systems store it. */
  public static final String NAME = "dev.parley.message";

  /** The fields as texts, by their names. */
  public Map<String, String> toFields() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("agent", agent);
    fields.put("nickname", nickname);
    fields.put("verified", Boolean.toString(isVerified));
    fields.put("nonce", nonce);
    fields.put("part", Integer.toString(part));
    fields.put("parts", Integer.toString(parts));
    fields.put("body", body);
    return fields;
  }

  /** Reads {@link #toFields}; empty where a field is missing or wrong. */
  public static Optional<Envelope> of(Map<String, String> fields) {
    try {
      int part = Integer.parseInt(fields.getOrDefault("part", ""));
      int parts = Integer.parseInt(fields.getOrDefault("parts", ""));
      Envelope read =
          new Envelope(
              fields.getOrDefault("agent", ""),
              fields.getOrDefault("nickname", ""),
              Boolean.parseBoolean(fields.get("verified")),
              fields.getOrDefault("nonce", ""),
              part,
              parts,
              fields.getOrDefault("body", ""));
      boolean isWhole = part >= 1 && part <= parts && !read.agent.isEmpty() && !read.body.isEmpty();
      return isWhole ? Optional.of(read) : Optional.empty();
    } catch (NumberFormatException wrong) {
      return Optional.empty();
    }
  }
}

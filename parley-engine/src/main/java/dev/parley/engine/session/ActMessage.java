package dev.parley.engine.session;

import dev.parley.id.AgentId;
import dev.parley.message.SessionMessageDraft;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A message about an act, without a recipient: its metadata says what happened, for programs, under
 * keys that nobody else can write.
 *
 * @param metadata the entries
 */
public record ActMessage(Map<String, String> metadata) {
  private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{C}\\p{Z}\\s]+");

  /** Makes a message about {@code event}. */
  public static ActMessage about(String event) {
    return new ActMessage(Map.of(SessionMessageDraft.EVENT, event));
  }

  /** Returns the same message with an entry about {@code what}, if there is a value. */
  public ActMessage with(String what, Optional<String> value) {
    Map<String, String> more = new LinkedHashMap<>(metadata);
    value.ifPresent(text -> more.put(SessionMessageDraft.RESERVED + what, text));
    return new ActMessage(more);
  }

  /** Returns the message to {@code to}. */
  public SessionMessageDraft to(AgentId to, String text) {
    return SessionMessageDraft.direct(to, text).with(metadata);
  }

  /**
   * Returns {@code name} in quotation marks, on one line and without quotation marks of its own: it
   * is the text of some agent, and goes on as nothing else.
   */
  public static String quoted(String name) {
    return '"' + NOT_SHOWN.matcher(name).replaceAll(" ").strip().replace('"', '\'') + '"';
  }
}

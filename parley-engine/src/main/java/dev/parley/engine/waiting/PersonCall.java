package dev.parley.engine.waiting;

import dev.parley.engine.id.Sha256;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Mentions;
import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import java.util.List;
import java.util.Optional;

/**
 * A message to nobody alone that calls somebody.
 *
 * @param message the id of the message
 * @param agent the name it mentions; {@link #EVERYONE} for a question to everyone; a digest of the
 *     name for a message of an ephemeral room, no word of which may be written
 * @param workspace the workspace
 * @param session the key of the session; empty for a room
 * @param place the name of the session or room
 * @param seq the number of the message there
 * @param sender the sender
 * @param text the beginning of its text; empty for a message of an ephemeral room
 * @param sentAt the time it was sent, in milliseconds since 1970
 */
record PersonCall(
    String message,
    String agent,
    WorkspaceId workspace,
    Optional<String> session,
    String place,
    long seq,
    AgentId sender,
    String text,
    long sentAt) {
  /** The name that stands for everyone; no agent has it. */
  static final String EVERYONE = "*";

  /** The maximum number of characters of a text. */
  static final int MAX_TEXT = 600;

  private static final int MAX_NAMES = 8;

  /** Returns the calls of a message to everyone in a session. */
  static List<PersonCall> of(WorkspaceId workspace, String session, SessionMessage message) {
    String text = message.draft().content();
    return called(text, true).stream()
        .map(
            name ->
                new PersonCall(
                    message.id().value(),
                    name,
                    workspace,
                    Optional.of(session),
                    message.session().value(),
                    message.seq(),
                    message.from(),
                    beginning(text),
                    message.sentAt().toEpochMilli()))
        .toList();
  }

  /**
   * Returns the calls of a message in a room.
   *
   * @param isDurable false leaves out the text and the names, which may be written nowhere
   */
  static List<PersonCall> of(Message message, boolean isDurable) {
    return called(message.text(), false).stream()
        .map(
            name ->
                new PersonCall(
                    message.id().value(),
                    isDurable ? name : digest(message.topic().workspace(), name),
                    message.topic().workspace(),
                    Optional.empty(),
                    message.topic().name(),
                    message.seq(),
                    message.sender().agent(),
                    isDurable ? beginning(message.text()) : "",
                    message.sentAt().toEpochMilli()))
        .toList();
  }

  /** Returns what stands for a name in the calls of ephemeral rooms; no agent has such a name. */
  static String digest(WorkspaceId workspace, String name) {
    return "~" + Sha256.hex(workspace.value() + "/" + name).substring(0, 40);
  }

  /** Returns the names a text calls; a question in a session calls everyone, and so nobody more. */
  private static List<String> called(String text, boolean inSession) {
    if (inSession && DeclaredEnd.WAITING.isDeclaredIn(text)) {
      return List.of(EVERYONE);
    }
    return Mentions.in(text).stream()
        .filter(name -> name.length() <= AgentId.MAX_LENGTH)
        .limit(MAX_NAMES)
        .toList();
  }

  /** Returns what a column of any database takes: PostgreSQL refuses the character NUL. */
  private static String beginning(String text) {
    return CutText.of(text, MAX_TEXT).replace('\0', ' ');
  }
}

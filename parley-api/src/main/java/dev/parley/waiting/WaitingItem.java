package dev.parley.waiting;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WaitingId;
import dev.parley.permission.PermissionRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One item that waits for a person.
 *
 * @param id its id
 * @param kind the reason it waits
 * @param source the place it comes from
 * @param subject the id of the message, the review, the task or the permission request
 * @param artifact the artifact to review; empty for every other kind
 * @param from the agent that wrote, asked or assigned
 * @param isForEveryone true if it waits for each person: it is to everyone, or to a name of {@link
 *     dev.parley.id.ReservedNames#PEOPLE}
 * @param text the text of the message without a declared end, the name of the artifact or the title
 *     of the task, cut after {@value #MAX_TEXT} characters, or the name of the tool; empty for a
 *     message of an ephemeral room, whose text is stored nowhere
 * @param at the time since which it waits
 * @param permission the permission request, in full; empty for every other kind
 */
public record WaitingItem(
    WaitingId id,
    Kind kind,
    Source source,
    String subject,
    Optional<ArtifactId> artifact,
    AgentId from,
    boolean isForEveryone,
    String text,
    Instant at,
    Optional<PermissionRequest> permission) {
  /** The maximum number of characters of a text. */
  public static final int MAX_TEXT = 500;

  /** The kinds of items. */
  public enum Kind {
    /** An agent declared with {@code end:waiting} that it goes on after an answer. */
    QUESTION,
    /** A message to the person alone. */
    MESSAGE,
    /** A message to others that mentions the person. */
    MENTION,
    /** A review that was asked of the person and has no verdict. */
    REVIEW,
    /** A task that is assigned to the person, that nobody works on, and that could be claimed. */
    TASK,
    /** A client asks whether its agent may use a tool. */
    PERMISSION;

    /** Returns the acts that let such an item go, the first one first. */
    public List<Action> actions() {
      return switch (this) {
        case QUESTION, MESSAGE, MENTION -> List.of(Action.ANSWER, Action.DISMISS);
        case REVIEW -> List.of(Action.APPROVE, Action.REQUEST_CHANGES, Action.DISMISS);
        case TASK -> List.of(Action.TAKE, Action.DISMISS);
        case PERMISSION -> List.of(Action.ALLOW, Action.DENY, Action.DISMISS);
      };
    }
  }

  /** The acts that let an item go. */
  public enum Action {
    /** A message to the agent that wrote. */
    ANSWER,
    /** The verdict that nothing is to be changed. */
    APPROVE,
    /** The verdict that something is to be changed. */
    REQUEST_CHANGES,
    /** The claim of the task. */
    TAKE,
    /** The permission to use the tool. */
    ALLOW,
    /** The refusal of that permission. */
    DENY,
    /** The person puts it away. */
    DISMISS
  }

  /**
   * The place an item comes from: a session, a room, or neither for a permission request.
   *
   * @param session the session, if it is one
   * @param room the room, if it is one
   * @param seq the number of the message there; 0 for an item that is no message
   */
  public record Source(Optional<SessionId> session, Optional<RoomName> room, long seq) {
    /** The place of what comes from no session and no room. */
    public static final Source NONE = new Source(Optional.empty(), Optional.empty(), 0);

    /** Returns a place in a session. */
    public static Source of(SessionId session, long seq) {
      return new Source(Optional.of(session), Optional.empty(), seq);
    }

    /** Returns a place in a room. */
    public static Source of(RoomName room, long seq) {
      return new Source(Optional.empty(), Optional.of(room), seq);
    }
  }
}

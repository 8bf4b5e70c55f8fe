package dev.parley.war.wake;

import dev.parley.agent.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Notes for the model of one connection that another agent works on the file it is about to change.
 * One note is made for a file and an agent, and again only once the former is old. Safe for all
 * threads.
 */
final class EditGuard {
  private static final int MAX_NOTED = 32;

  /** The possible answers to such an edit. */
  enum Mode {
    /** Nothing. */
    OFF,
    /** The model is given a note and the edit is made. */
    NOTE,
    /** The edit is denied, with the note as the reason. */
    DENY
  }

  private final Connection connection;
  private final AgentActivities activities;
  private final Map<String, Instant> noted = new LinkedHashMap<>();

  EditGuard(Connection connection, AgentActivities activities) {
    this.connection = connection;
    this.activities = activities;
  }

  /**
   * Returns the note on the file of {@code event}; empty where there is none, or where it was made.
   *
   * @param again whether a note that was made is made again, as each denial needs its reason
   */
  synchronized String note(HookEvent event, boolean again) {
    if (!event.isEdit() || event.editGuard() == Mode.OFF) {
      return "";
    }
    Optional<AgentActivities.Edit> edit =
        activities.editByAnother(connection.workspace(), connection.agent(), event.file());
    if (edit.isEmpty()) {
      return "";
    }
    Instant now = activities.now();
    String key = edit.get().agent().value() + "/" + event.file();
    Instant before = noted.remove(key);
    boolean known = before != null && !before.plus(AgentActivities.SILENCE).isBefore(now);
    noted.put(key, known ? before : now);
    if (noted.size() > MAX_NOTED) {
      noted.remove(noted.keySet().iterator().next());
    }
    return known && !again
        ? ""
        : sentence(edit.get(), event.file(), Duration.between(edit.get().at(), now));
  }

  private static String sentence(AgentActivities.Edit edit, String file, Duration ago) {
    return "Parley: the agent "
        + edit.agent().value()
        + " changed "
        + ChannelText.defused(file)
        + " "
        + Math.max(0, ago.toSeconds())
        + " s ago and may still work on it. Agree with it first (send_message with to and"
        + " content), or work on something else.";
  }
}

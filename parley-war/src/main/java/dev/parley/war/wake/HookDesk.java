package dev.parley.war.wake;

import dev.parley.agent.Connection;
import dev.parley.id.RoomName;
import dev.parley.message.Unread;
import dev.parley.problem.ParleyException;
import dev.parley.task.Task;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Answers the hooks of one connection: with the messages that wait, and with what Parley itself has
 * to say at that moment. Notes on the way what the agent does. Safe for all threads.
 */
public final class HookDesk {
  private static final int MAX_ROOMS = 20;

  private final Connection connection;
  private final WakeDesk wakes;
  private final AgentActivities activities;
  private final EditGuard edits;
  private final OwnTasks tasks;

  /**
   * Makes the desk of a connection.
   *
   * @param wakes hands out its messages
   * @param activities has what the agents do
   */
  public HookDesk(Connection connection, WakeDesk wakes, AgentActivities activities) {
    this.connection = connection;
    this.wakes = wakes;
    this.activities = activities;
    this.edits = new EditGuard(connection, activities);
    this.tasks = new OwnTasks(connection);
  }

  /** Answers a hook. An event that means nothing here is answered with nothing. */
  public CompletionStage<Handout> answer(HookEvent event) {
    TurnBoundary boundary = event.boundary();
    String note = note(event, boundary);
    boolean denied = denies(event, boundary) && !note.isEmpty();
    if (!denied) {
      noteActivity(event, boundary);
    }
    CompletionStage<Handout> answer = wakes.hook(event.name(), event.dialect(), denied ? "" : note);
    if (denied) {
      return CompletableFuture.completedFuture(
          new Handout(event.dialect().denial(event.name(), note), -1));
    }
    return boundary == TurnBoundary.END
        ? answer.thenApply(handout -> noteEnd(event, handout))
        : answer;
  }

  private String note(HookEvent event, TurnBoundary boundary) {
    return switch (boundary) {
      case START -> introduction();
      case SIGN ->
          event.dialect().takesContextBeforeTools() || denies(event, boundary)
              ? edits.note(event, denies(event, boundary))
              : "";
      case TOOLS -> edits.note(event, false);
      case END -> event.namesTasks() && !event.continued() ? tasks.atEnd() : "";
      case PROMPT, CLOSED, NONE -> "";
    };
  }

  private static boolean denies(HookEvent event, TurnBoundary boundary) {
    return boundary == TurnBoundary.SIGN && event.editGuard() == EditGuard.Mode.DENY;
  }

  private void noteActivity(HookEvent event, TurnBoundary boundary) {
    switch (boundary) {
      case PROMPT, SIGN, TOOLS ->
          activities.working(connection.workspace(), connection.agent(), event);
      case CLOSED -> activities.remove(connection.workspace(), connection.agent());
      case START, END, NONE -> {}
    }
  }

  /** Notes the end of a turn, unless the answer of its hook makes it go on. */
  private Handout noteEnd(HookEvent event, Handout handout) {
    if (handout.output().isEmpty()) {
      activities.idle(connection.workspace(), connection.agent());
    } else {
      activities.working(connection.workspace(), connection.agent(), event);
    }
    return handout;
  }

  /** Returns who the agent is, where it is, what it holds, and what waits for it. */
  private String introduction() {
    StringBuilder text = new StringBuilder("Parley: you are the agent ");
    text.append(connection.agent().value())
        .append(" in the workspace ")
        .append(connection.workspace().value())
        .append('.');
    List<String> rooms = rooms();
    if (!rooms.isEmpty()) {
      text.append(" Your rooms: ").append(String.join(", ", rooms)).append('.');
    }
    List<Task> own = tasks.inProgress();
    if (!own.isEmpty()) {
      text.append(" You have claimed ").append(OwnTasks.list(own)).append('.');
    }
    Unread unread = connection.unread();
    if (!unread.isNone()) {
      text.append(" Unread: ")
          .append(unread.direct())
          .append(" direct, ")
          .append(unread.mentions())
          .append(" mentions; they come with the next prompt.");
    }
    return text.toString();
  }

  private List<String> rooms() {
    try {
      return connection.rooms().list(Optional.empty(), 1).joined().stream()
          .limit(MAX_ROOMS)
          .map(membership -> membership.room())
          .map(RoomName::value)
          .collect(Collectors.toList());
    } catch (ParleyException unreadable) {
      return List.of();
    }
  }
}

package dev.parley.engine;

import dev.parley.event.ChangeListener;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Subscription;
import java.util.List;

/** The changes of a workspace, from all parts of it to one listener. */
final class WorkspaceChanges {
  private WorkspaceChanges() {}

  /** Calls {@code listener} after each change, until the subscription is closed. */
  static Subscription follow(
      WorkspaceId workspace,
      RoomServices shared,
      ConnectedSessions sessions,
      ChangeListener listener) {
    List<Subscription> parts =
        List.of(
            shared.rooms().onChange(workspace, listener),
            shared
                .presence()
                .onChange(
                    workspace,
                    () -> {
                      listener.changed(ChangeListener.Part.AGENTS);
                      listener.changed(ChangeListener.Part.ROOMS); // the number of their members
                    }),
            sessions.onChange(() -> listener.changed(ChangeListener.Part.SESSIONS)),
            sessions.onWaitingChange(() -> listener.changed(ChangeListener.Part.WAITING)));
    return () -> parts.forEach(Subscription::close);
  }
}

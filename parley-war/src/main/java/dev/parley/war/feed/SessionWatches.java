package dev.parley.war.feed;

import dev.parley.event.Event;
import dev.parley.id.SessionId;
import dev.parley.session.Sessions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The sessions that pages show, each followed once. Not safe for threads. */
final class SessionWatches {
  private final Map<SessionId, SessionWatch> watches = new HashMap<>();
  private final Consumer<Event> happened;
  private final Runnable added;

  /**
   * Watches no session yet.
   *
   * @param happened called for every event, before it is taken out
   * @param added called once it can be taken out
   */
  SessionWatches(Consumer<Event> happened, Runnable added) {
    this.happened = happened;
    this.added = added;
  }

  /** Watches a session from now on, if there is one of that id. */
  void watch(SessionId id, Sessions sessions) {
    if (!watches.containsKey(id)) {
      sessions
          .find(id)
          .ifPresent(session -> watches.put(id, new SessionWatch(session, happened, added)));
    }
  }

  /** Takes out what gathered of each session. */
  Map<SessionId, SessionBatch.Taken> take() {
    Map<SessionId, SessionBatch.Taken> each = new HashMap<>();
    watches.forEach((id, watch) -> each.put(id, watch.batch().take()));
    return each;
  }

  /** Ends the watches of all sessions but {@code wanted}. */
  void retain(Set<SessionId> wanted) {
    watches
        .entrySet()
        .removeIf(
            entry -> {
              boolean isUnwatched = !wanted.contains(entry.getKey());
              if (isUnwatched) {
                entry.getValue().close();
              }
              return isUnwatched;
            });
  }
}

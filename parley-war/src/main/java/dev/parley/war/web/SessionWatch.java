package dev.parley.war.web;

import dev.parley.event.AgentThinking;
import dev.parley.event.RecordedEvent;
import dev.parley.session.Session;
import dev.parley.session.SessionId;
import dev.parley.spi.Subscription;
import dev.parley.task.TaskId;
import dev.parley.war.tool.Times;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** One session that pages show: what happens in it from the moment the first of them asked. */
final class SessionWatch {
  private static final int MOST_TITLES = 1_000;

  private final Session session;
  private final Batch batch = new Batch();
  private final Map<TaskId, String> titles = new LatestTitles();
  private final Subscription following;

  /**
   * Follows {@code session}.
   *
   * @param happened told of every event, before it is in {@link #batch}
   * @param added told after it is
   */
  SessionWatch(Session session, BiConsumer<SessionId, RecordedEvent> happened, Runnable added) {
    this.session = session;
    this.following =
        session.follow(
            session.overview().lastEvent(),
            event -> {
              happened.accept(session.id(), event);
              add(event);
              added.run();
            });
  }

  Batch batch() {
    return batch;
  }

  void close() {
    following.close();
  }

  private void add(RecordedEvent event) {
    if (event.event() instanceof AgentThinking thinking) {
      event
          .agent()
          .ifPresent(
              agent ->
                  batch.add(
                      "thinking",
                      Map.of(
                          "session", session.id().value(),
                          "agent", agent.value(),
                          "text", thinking.thought(),
                          "at", Times.iso(event.at()))));
    } else {
      batch.add("event", EventForm.of(session.id(), event, this::title));
    }
  }

  /** Told of one event after the other, so that nobody else asks meanwhile. */
  private String title(TaskId id) {
    return titles.computeIfAbsent(
        id, unknown -> session.tasks().find(unknown).map(task -> task.draft().title()).orElse(""));
  }

  /** A title never changes; those asked for last are kept. */
  private static final class LatestTitles extends LinkedHashMap<TaskId, String> {
    private static final long serialVersionUID = 1L;

    LatestTitles() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<TaskId, String> eldest) {
      return size() > MOST_TITLES;
    }
  }
}

package dev.parley.war.feed;

import dev.parley.event.AgentThinking;
import dev.parley.event.Event;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.message.Subscription;
import dev.parley.session.Session;
import dev.parley.war.view.EventView;
import dev.parley.war.view.TitleCache;
import dev.parley.war.wire.Timestamps;
import java.util.Map;
import java.util.function.Consumer;

/** One session that pages show: what happens in it from the moment the first of them asked. */
final class SessionWatch {
  private final Session session;
  private final SessionBatch batch = new SessionBatch();
  private final TitleCache subjects;
  private final Subscription following;

  /**
   * Follows {@code session}.
   *
   * @param happened called for every event, before it is in {@link #batch}
   * @param added called once it is there
   */
  SessionWatch(Session session, Consumer<Event> happened, Runnable added) {
    this.session = session;
    this.subjects = TitleCache.ofWatch(session);
    this.following =
        session
            .overseen()
            .follow(
                session.overview().lastEvent(),
                event -> {
                  happened.accept(event.event());
                  add(event);
                  added.run();
                });
  }

  SessionBatch batch() {
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
                      FeedEvent.THINKING,
                      Map.of(
                          "session", session.id().value(),
                          "agent", agent.value(),
                          "text", thinking.thought(),
                          "at", Timestamps.iso(event.at()))));
    } else if (event.event() instanceof MessageSaid said && said.message().to().isPresent()) {
      batch.addDirect(said.message(), FeedEvent.EVENT, EventView.of(session.id(), event, subjects));
    } else {
      batch.add(FeedEvent.EVENT, EventView.of(session.id(), event, subjects));
    }
  }
}

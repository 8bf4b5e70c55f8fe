package dev.parley.war.feed;

import dev.parley.agent.Connection;
import dev.parley.engine.logging.Masking;
import dev.parley.event.ChangeListener;
import dev.parley.id.RoomName;
import dev.parley.problem.ParleyException;
import java.util.function.Consumer;

/** The changes of the workspace. New rooms are watched at once, before they are read. */
final class FeedChanges implements ChangeListener {
  private static final System.Logger LOG = System.getLogger(FeedChanges.class.getName());

  private final Connection observing;
  private final Consumer<Part> changed;

  /**
   * Watches the rooms for {@code observing}.
   *
   * @param changed takes each part that changed
   */
  FeedChanges(Connection observing, Consumer<Part> changed) {
    this.observing = observing;
    this.changed = changed;
  }

  @Override
  public void changed(Part part) {
    changed.accept(part);
  }

  @Override
  public void opened(RoomName room) {
    try {
      observing.rooms().watch(room);
    } catch (ParleyException tooManyOrClosed) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "A new room is not shown live.",
          Masking.trace(tooManyOrClosed));
    }
  }
}

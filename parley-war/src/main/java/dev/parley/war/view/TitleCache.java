package dev.parley.war.view;

import dev.parley.artifact.Artifact;
import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.event.RecordedEvent;
import dev.parley.event.ReviewChanged;
import dev.parley.event.TaskChanged;
import dev.parley.id.ReviewId;
import dev.parley.id.TaskId;
import dev.parley.session.Session;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The subjects of a session's changes, where changes name them by an id alone. Each is read once; a
 * watch reads the title of a task again after a change that may be an edit. Not for several
 * threads.
 */
public final class TitleCache {
  private static final int MAX_COUNT = 1_000;
  private static final Judged UNKNOWN = new Judged("", "");

  private final Session session;
  private final Map<TaskId, String> titles;
  private final Map<ReviewId, Judged> judged;

  /** The last change of each task; empty where all titles were read at once. */
  private final Optional<Map<TaskId, TaskChanged>> last;

  /** An artifact that a verdict is asked for; both are empty where it is not known. */
  record Judged(String artifact, String name) {
    private static Judged of(Artifact artifact) {
      return new Judged(artifact.id().value(), artifact.name());
    }
  }

  private TitleCache(
      Session session,
      Map<TaskId, String> titles,
      Map<ReviewId, Judged> judged,
      Optional<Map<TaskId, TaskChanged>> last) {
    this.session = session;
    this.titles = titles;
    this.judged = judged;
    this.last = last;
  }

  /** Returns a cache for changes that are at hand: their subjects are read all at once. */
  public static TitleCache of(Session session, List<RecordedEvent> events) {
    Set<TaskId> tasks = new HashSet<>();
    Set<ReviewId> reviews = new HashSet<>();
    for (RecordedEvent event : events) {
      if (event.event() instanceof TaskChanged changed) {
        tasks.add(changed.task());
      } else if (event.event() instanceof ReviewChanged changed) {
        reviews.add(changed.review());
      }
    }
    Map<ReviewId, Judged> judged = new HashMap<>();
    session
        .reviews()
        .subjects(reviews)
        .forEach((review, artifact) -> judged.put(review, Judged.of(artifact)));
    Map<TaskId, String> titles = new HashMap<>(session.tasks().titles(tasks));
    return new TitleCache(session, titles, judged, Optional.empty());
  }

  /** Returns a cache for changes as they come, one by one: the subjects asked for last are kept. */
  public static TitleCache ofWatch(Session session) {
    return new TitleCache(
        session,
        new BoundedMap<>(MAX_COUNT),
        new BoundedMap<>(MAX_COUNT),
        Optional.of(new BoundedMap<>(MAX_COUNT)));
  }

  /** The title of the changed task. */
  String title(TaskChanged changed) {
    TaskId task = changed.task();
    if (last.isPresent() && mayBeAnEdit(changed, last.get().put(task, changed))) {
      titles.remove(task);
    }
    return titles.computeIfAbsent(
        task, id -> session.tasks().titles(Set.of(id)).getOrDefault(id, ""));
  }

  /** Returns true for a change that left the task where it was. */
  private static boolean mayBeAnEdit(TaskChanged changed, @Nullable TaskChanged before) {
    return before == null
        || (before.status() == changed.status() && before.assignee().equals(changed.assignee()));
  }

  /** Returns the artifact that a review judges. */
  Judged judgedBy(ReviewId review) {
    return judged.computeIfAbsent(
        review,
        id ->
            Optional.ofNullable(session.reviews().subjects(Set.of(id)).get(id))
                .map(Judged::of)
                .orElse(UNKNOWN));
  }
}

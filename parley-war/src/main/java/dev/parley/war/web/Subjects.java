package dev.parley.war.web;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactId;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewId;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a session's changes are about, where they name it by an id alone; none of it ever changes,
 * so each is read once. Not for several threads.
 */
final class Subjects {
  private static final int FEW = 16;
  private static final int MOST_KEPT = 1_000;
  private static final Judged UNKNOWN = new Judged("", "");

  private final Session session;
  private final boolean isPage;
  private final Map<TaskId, String> titles;
  private final Map<ReviewId, Judged> judged;
  private int titlesAsked;
  private int judgedAsked;

  /** A delivery that a verdict is asked for; both are empty where it is not known. */
  record Judged(String artifact, String name) {}

  private Subjects(Session session, boolean isPage) {
    this.session = session;
    this.isPage = isPage;
    this.titles = isPage ? new HashMap<>() : new Latest<>();
    this.judged = isPage ? new HashMap<>() : new Latest<>();
  }

  /** For changes that are at hand: a few are read one by one, more all at once. */
  static Subjects ofPage(Session session) {
    return new Subjects(session, true);
  }

  /** For changes as they come, one by one: those asked for last are kept. */
  static Subjects ofWatch(Session session) {
    return new Subjects(session, false);
  }

  /** The title of a task. */
  String title(TaskId task) {
    if (!titles.containsKey(task)) {
      titlesAsked++;
      if (isPage && titlesAsked > FEW) {
        WholeBoard.of(session.tasks()).forEach(this::note);
      } else {
        session.tasks().find(task).ifPresent(this::note);
      }
    }
    return titles.computeIfAbsent(task, unused -> "");
  }

  private void note(Task task) {
    titles.put(task.id(), task.draft().title());
  }

  /** What a review judges. */
  Judged judgedBy(ReviewId review) {
    if (!judged.containsKey(review)) {
      judgedAsked++;
      if (isPage && judgedAsked > FEW) {
        Map<ArtifactId, Artifact> all = new HashMap<>();
        session.artifacts().list().forEach(artifact -> all.put(artifact.id(), artifact));
        session
            .reviews()
            .list()
            .forEach(one -> note(one, Optional.ofNullable(all.get(one.artifact()))));
      } else {
        session
            .reviews()
            .find(review)
            .ifPresent(one -> note(one, session.artifacts().find(one.artifact())));
      }
    }
    return judged.computeIfAbsent(review, unused -> UNKNOWN);
  }

  private void note(Review review, Optional<Artifact> artifact) {
    judged.put(
        review.id(),
        new Judged(review.artifact().value(), artifact.map(Artifact::name).orElse("")));
  }

  /** Those asked for last. */
  private static final class Latest<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    Latest() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > MOST_KEPT;
    }
  }
}

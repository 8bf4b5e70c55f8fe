package dev.parley.war.rest;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewFilter;
import dev.parley.event.Event;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.id.TaskId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.session.Session;
import dev.parley.task.LinkedTask;
import dev.parley.task.TaskFilter;
import dev.parley.war.view.ReviewView;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A whole session as one document: its summary, tasks, messages, artifacts with their content, and
 * reviews, each in the order it was made. One page of them is in memory at a time. What is added
 * meanwhile may be among them or not.
 */
final class SessionExport implements StreamingOutput {
  /** The items that are read at once. */
  private static final int AT_ONCE = 200;

  /** The characters that are read at once, at least. */
  private static final long PAGE_LENGTH = 1 << 20;

  private final Session session;
  private final Optional<String> summary;
  private final ExportFormat format;

  /**
   * Makes the export of what the view {@code session} shows.
   *
   * @param summary the summary of the session, if one was written
   */
  SessionExport(Session session, Optional<String> summary, ExportFormat format) {
    this.session = session;
    this.summary = summary;
    this.format = format;
  }

  @Override
  public void write(OutputStream out) throws IOException {
    format.begin(out, session.overview(), summary);
    tasks(out);
    messages(out);
    artifacts(out);
    reviews(out);
    format.end(out);
  }

  private void tasks(OutputStream out) throws IOException {
    format.beginTasks(out);
    Optional<TaskId> last = Optional.empty();
    boolean more = true;
    while (more) {
      ListPage<LinkedTask> page =
          session.tasks().linked(TaskFilter.ALL, last, PageSize.of(AT_ONCE));
      Map<TaskId, String> titles = session.tasks().titles(dependencies(page.items()));
      for (LinkedTask linked : page.items()) {
        format.task(out, linked, titles);
        last = Optional.of(linked.task().id());
      }
      more = page.hasMore();
    }
  }

  private static Set<TaskId> dependencies(List<LinkedTask> tasks) {
    return tasks.stream()
        .flatMap(linked -> linked.task().draft().dependsOn().stream())
        .collect(Collectors.toSet());
  }

  private void messages(OutputStream out) throws IOException {
    format.beginMessages(out);
    Set<Event.Kind> said = EnumSet.of(Event.Kind.MESSAGE_SAID);
    PageSize<RecordedEvent> size =
        new PageSize<>(AT_ONCE, PAGE_LENGTH, RecordedEvent::contentLength);
    long last = 0;
    boolean more = true;
    while (more) {
      ListPage<RecordedEvent> page = session.events(last, said, size);
      for (RecordedEvent recorded : page.items()) {
        format.message(out, ((MessageSaid) recorded.event()).message());
        last = recorded.seq();
      }
      more = page.hasMore();
    }
  }

  private void artifacts(OutputStream out) throws IOException {
    format.beginArtifacts(out);
    Optional<ArtifactId> last = Optional.empty();
    boolean more = true;
    while (more) {
      ListPage<Artifact> page =
          session.artifacts().list(Optional.empty(), last, PageSize.of(AT_ONCE));
      for (Artifact brief : page.items()) {
        last = Optional.of(brief.id());
        Optional<Artifact> whole = session.artifacts().find(brief.id());
        if (whole.isPresent()) {
          format.artifact(out, whole.get());
        }
      }
      more = page.hasMore();
    }
  }

  private void reviews(OutputStream out) throws IOException {
    format.beginReviews(out);
    PageSize<Review> size = new PageSize<>(AT_ONCE, PAGE_LENGTH, ReviewView::size);
    Optional<ReviewId> last = Optional.empty();
    boolean more = true;
    while (more) {
      ListPage<Review> page = session.reviews().list(ReviewFilter.ALL, last, size);
      Map<ReviewId, Artifact> subjects =
          session
              .reviews()
              .subjects(page.items().stream().map(Review::id).collect(Collectors.toSet()));
      for (Review review : page.items()) {
        format.review(out, review, Optional.ofNullable(subjects.get(review.id())));
        last = Optional.of(review.id());
      }
      more = page.hasMore();
    }
  }
}

package dev.parley.war.rest;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewFilter;
import dev.parley.event.Event;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.id.TaskId;
import dev.parley.memory.Memory;
import dev.parley.memory.MemoryBlock;
import dev.parley.message.SearchQuery;
import dev.parley.message.SessionMessage;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskPage;
import dev.parley.war.view.ReviewView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A search of memory and sessions: tasks, messages, artifacts with their content, reviews and
 * summaries. It looks at them one by one, up to a bound, because no database has an index for them.
 */
final class WorkSearch {
  /** The items that one search looks at, at most. */
  static final int MAX_LOOKED_AT = 10_000;

  /** The characters that one search reads, at most, and the last item. */
  static final long MAX_LENGTH = 16L << 20;

  private static final int AT_ONCE = 200;
  private static final long PAGE_LENGTH = 1 << 20;

  /** The characters of a text that are shown, and those of them before the first word found. */
  private static final int SHOWN = 600;

  private static final int SHOWN_BEFORE = 80;

  /** The kinds of what can be found. */
  enum Kind {
    MEMORY,
    SUMMARY,
    TASK,
    MESSAGE,
    ARTIFACT,
    REVIEW;

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Something that has all the words.
   *
   * @param session its session; empty for memory
   * @param id the id of the task, the artifact or the reviewed artifact; the seq of a message; the
   *     heading of a section of memory
   * @param by the agent that wrote it, or whose memory it is
   * @param at the time of its last change, where known
   * @param text a part of the text, which has the first word found in it
   */
  record Found(
      Kind kind,
      Optional<String> session,
      String id,
      String title,
      Optional<AgentId> by,
      Optional<Instant> at,
      String text) {}

  private final SearchQuery query;
  private final int mostItems;
  private final long mostLength;
  private final List<Found> found = new ArrayList<>();
  private int looked;
  private long length;

  /** Makes a search for the words of {@code query}, with the bounds of one call. */
  WorkSearch(SearchQuery query) {
    this(query, MAX_LOOKED_AT, MAX_LENGTH);
  }

  /** Makes a search with other bounds. */
  WorkSearch(SearchQuery query, int mostItems, long mostLength) {
    this.query = query;
    this.mostItems = mostItems;
    this.mostLength = mostLength;
  }

  /** Returns what was found so far, in the order it was looked at. */
  List<Found> found() {
    return found;
  }

  /** Returns true if a bound was reached, so there may be more. */
  boolean isFull() {
    return found.size() >= query.limit() || looked >= mostItems || length >= mostLength;
  }

  /** Looks at the memory of the project, then at that of each agent, by name. */
  void lookAt(Memory memory) {
    sections(memory, Optional.empty());
    memory.agents().stream()
        .takeWhile(agent -> !isFull())
        .forEach(agent -> sections(memory, Optional.of(agent)));
  }

  private void sections(Memory memory, Optional<AgentId> owner) {
    for (MemoryBlock block : memory.blocks(owner)) {
      look(
          block.title() + "\n" + block.content(),
          block.content(),
          new Found(
              Kind.MEMORY, Optional.empty(), block.title(), block.title(), owner, none(), ""));
    }
  }

  /**
   * Looks at a session: its summary, tasks, artifacts and reviews, then its messages, the newest
   * first.
   */
  void lookAt(Session session, Optional<String> summary) {
    summary.ifPresent(
        text -> look(text, text, of(session, Kind.SUMMARY, "", "", Optional.empty(), none())));
    tasks(session);
    artifacts(session);
    reviews(session);
    messages(session);
  }

  private void tasks(Session session) {
    Optional<TaskId> last = Optional.empty();
    boolean more = true;
    while (more && !isFull()) {
      TaskPage page = session.tasks().list(TaskFilter.ALL, last, PageSize.of(AT_ONCE));
      for (Task task : page.tasks()) {
        String title = task.draft().title();
        String description = task.draft().description().orElse("");
        look(
            title + "\n" + description,
            description,
            of(
                session,
                Kind.TASK,
                task.id().value(),
                title,
                task.assignee().or(() -> Optional.of(task.createdBy())),
                Optional.of(task.updatedAt())));
        last = Optional.of(task.id());
      }
      more = page.hasMore();
    }
  }

  private void artifacts(Session session) {
    Optional<ArtifactId> last = Optional.empty();
    boolean more = true;
    while (more && !isFull()) {
      ListPage<Artifact> page =
          session.artifacts().list(Optional.empty(), last, PageSize.of(AT_ONCE));
      for (Artifact brief : page.items()) {
        last = Optional.of(brief.id());
        if (!isFull()) {
          session.artifacts().find(brief.id()).ifPresent(artifact -> artifact(session, artifact));
        }
      }
      more = page.hasMore();
    }
  }

  private void artifact(Session session, Artifact artifact) {
    look(
        artifact.name() + "\n" + artifact.content(),
        artifact.content(),
        of(
            session,
            Kind.ARTIFACT,
            artifact.id().value(),
            artifact.name(),
            Optional.of(artifact.createdBy()),
            Optional.of(artifact.createdAt())));
  }

  private void reviews(Session session) {
    PageSize<Review> size = new PageSize<>(AT_ONCE, PAGE_LENGTH, ReviewView::size);
    Optional<ReviewId> last = Optional.empty();
    boolean more = true;
    while (more && !isFull()) {
      ListPage<Review> page = session.reviews().list(ReviewFilter.ALL, last, size);
      for (Review review : page.items()) {
        String comments = review.comments().orElse("");
        look(
            comments,
            comments,
            of(
                session,
                Kind.REVIEW,
                review.artifact().value(),
                review.status().wireName(),
                Optional.of(review.reviewer()),
                Optional.of(review.updatedAt())));
        last = Optional.of(review.id());
      }
      more = page.hasMore();
    }
  }

  private void messages(Session session) {
    Set<Event.Kind> said = EnumSet.of(Event.Kind.MESSAGE_SAID);
    PageSize<RecordedEvent> size =
        new PageSize<>(AT_ONCE, PAGE_LENGTH, RecordedEvent::contentLength);
    long before = Long.MAX_VALUE;
    boolean more = true;
    while (more && !isFull()) {
      ListPage<RecordedEvent> page = session.eventsBefore(before, said, size);
      for (int i = page.items().size() - 1; i >= 0; i--) {
        RecordedEvent recorded = page.items().get(i);
        message(session, ((MessageSaid) recorded.event()).message());
        before = recorded.seq();
      }
      more = page.hasMore() && !page.items().isEmpty();
    }
  }

  private void message(Session session, SessionMessage message) {
    String content = message.draft().content();
    look(
        content,
        content,
        of(
            session,
            Kind.MESSAGE,
            Long.toString(message.seq()),
            "",
            Optional.of(message.from()),
            Optional.of(message.sentAt())));
  }

  /** Looks for the words in {@code all}; {@code shown} is the part of it that is shown. */
  private void look(String all, String shown, Found item) {
    if (isFull()) {
      return;
    }
    looked++;
    length += all.length();
    boolean isFrom = query.from().isEmpty() || query.from().equals(item.by());
    if (isFrom && query.isFoundIn(all)) {
      found.add(
          new Found(
              item.kind(),
              item.session(),
              item.id(),
              item.title(),
              item.by(),
              item.at(),
              excerpt(shown)));
    }
  }

  private static Found of(
      Session session,
      Kind kind,
      String id,
      String title,
      Optional<AgentId> by,
      Optional<Instant> at) {
    return new Found(kind, Optional.of(session.id().value()), id, title, by, at, "");
  }

  private static Optional<Instant> none() {
    return Optional.empty();
  }

  /** Returns a part of a text, cut at whole characters, with the first of the words in it. */
  private String excerpt(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    int first =
        query.words().stream()
            .flatMapToInt(word -> IntStream.of(lower.indexOf(word)))
            .filter(at -> at >= 0)
            .min()
            .orElse(0);
    int start = first < SHOWN - SHOWN_BEFORE ? 0 : boundary(text, first - SHOWN_BEFORE);
    int end = boundary(text, Math.min(text.length(), start + SHOWN));
    return (start > 0 ? "… " : "") + text.substring(start, end) + (end < text.length() ? " …" : "");
  }

  private static int boundary(String text, int index) {
    int at = Math.min(index, text.length());
    boolean splits =
        at > 0
            && at < text.length()
            && Character.isLowSurrogate(text.charAt(at))
            && Character.isHighSurrogate(text.charAt(at - 1));
    return splits ? at - 1 : at;
  }
}

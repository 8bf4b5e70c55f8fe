package dev.parley.war.rest;

import dev.parley.id.SessionId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.session.SessionOverview;
import dev.parley.session.Sessions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The sessions in pages: those that are recorded here, then those of which there is a summary
 * alone. Of a page of the former no more is read than it holds; of the latter only names are known.
 */
final class SessionPages {
  private final Sessions sessions;
  private final Set<SessionId> summarized;

  SessionPages(Sessions sessions) {
    this.sessions = sessions;
    this.summarized = new LinkedHashSet<>(sessions.summarized());
  }

  /** A session of the list; without overview where only its summary is here. */
  record Listed(SessionId id, Optional<SessionOverview> overview) {
    private static Listed of(SessionOverview overview) {
      return new Listed(overview.id(), Optional.of(overview));
    }
  }

  boolean isSummarized(SessionId id) {
    return summarized.contains(id);
  }

  /**
   * The sessions that follow {@code after}.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found} for a session there is not
   */
  ListPage<Listed> after(Optional<SessionId> after, int limit) {
    boolean isRecorded = after.isEmpty() || sessions.find(after.get()).isPresent();
    List<Listed> all = new ArrayList<>();
    if (isRecorded) {
      ListPage<SessionOverview> page = sessions.recent(after, limit);
      page.items().forEach(session -> all.add(Listed.of(session)));
      if (page.hasMore()) {
        return new ListPage<>(all, true);
      }
    } else if (!isSummarized(after.get())) {
      throw RequestParams.notFound("session");
    }
    Set<SessionId> recorded = recorded();
    Stream<SessionId> left = summarized.stream().filter(id -> !recorded.contains(id));
    if (!isRecorded) {
      left = left.dropWhile(id -> !id.equals(after.get())).skip(1);
    }
    left.limit(limit + 1L).forEach(id -> all.add(new Listed(id, Optional.empty())));
    List<Listed> page = PageSize.<Listed>of(limit).firstOf(all);
    return new ListPage<>(page, page.size() < all.size());
  }

  private Set<SessionId> recorded() {
    Set<SessionId> ids = new HashSet<>();
    if (summarized.isEmpty()) {
      return ids;
    }
    Optional<SessionId> last = Optional.empty();
    ListPage<SessionOverview> page;
    do {
      page = sessions.recent(last, Sessions.MAX_LISTED);
      for (SessionOverview session : page.items()) {
        ids.add(session.id());
        last = Optional.of(session.id());
      }
    } while (page.hasMore());
    return ids;
  }
}

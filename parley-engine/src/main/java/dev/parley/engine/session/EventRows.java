package dev.parley.engine.session;

import dev.parley.event.Event;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.message.SessionMessage;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The changes of a session, from both tables, in pages. Lengths of messages are read first, so only
 * the content the page holds is read.
 */
final class EventRows {
  private static final String LAST = "SELECT s.lastSeq FROM Session s WHERE s.id = :session";
  private static final String EVENTS =
      "SELECT e FROM SessionEvent e WHERE e.key.session = :session";
  private static final String OF_KINDS = " AND e.kind IN :kinds";
  private static final String AFTER =
      " AND e.key.seq > :after AND e.key.seq <= :last ORDER BY e.key.session, e.key.seq";

  /** Ordered by all columns of the key; H2 would otherwise sort rows it could read backwards. */
  private static final String BEFORE =
      " AND e.key.seq < :before ORDER BY e.key.session DESC, e.key.seq DESC";

  private static final String OF_TASK =
      EVENTS
          + " AND e.kind = 'TASK_CHANGED' AND e.subject = :task"
          + " ORDER BY e.key.session DESC, e.key.seq DESC";

  private final EntityManager entities;
  private final String key;
  private final SessionMessageRows messages;
  private final Optional<AgentId> reader;

  /**
   * Makes the changes of a session.
   *
   * @param reader the agent that gets its own direct messages alone; empty for all of them
   */
  EventRows(
      EntityManager entities, String key, SessionMessageRows messages, Optional<AgentId> reader) {
    this.entities = entities;
    this.key = key;
    this.messages = messages;
    this.reader = reader;
  }

  /** A change as far as it was read: of a message, only the length. */
  private record Found(long seq, long length, Optional<RecordedEvent> event) {
    static Found of(RecordedEvent event) {
      return new Found(event.seq(), 0, Optional.of(event));
    }

    static Found of(SessionMessagePages.Length message) {
      return new Found(message.seq(), message.length(), Optional.empty());
    }

    long weight(PageSize<RecordedEvent> size) {
      return event.map(size.weight()::applyAsLong).orElse(length);
    }
  }

  /**
   * Reads the first changes after a number. It first reads the session's last number, and then both
   * tables up to it. A change committed between the two reads waits for the next page; otherwise a
   * reader could get past a change it was not given.
   */
  ListPage<RecordedEvent> after(long after, Set<Event.Kind> kinds, PageSize<RecordedEvent> size) {
    long last =
        entities.createQuery(LAST, Long.class).setParameter("session", key).getSingleResult();
    if (last <= after) {
      return ListPage.empty();
    }
    int most = size.limit() + 1;
    List<Found> found = new ArrayList<>();
    if (asksForRows(kinds)) {
      events(kinds, AFTER)
          .setParameter("after", after)
          .setParameter("last", last)
          .setMaxResults(most)
          .getResultList()
          .forEach(row -> found.add(Found.of(row.snapshot())));
    }
    if (asksForMessages(kinds)) {
      messages
          .pages()
          .lengthsAfter(after, last, most, reader)
          .forEach(length -> found.add(Found.of(length)));
    }
    found.sort(Comparator.comparingLong(Found::seq));
    List<Found> fitting = weighing(size).firstOf(found);
    List<RecordedEvent> page = size.firstOf(filled(fitting));
    return new ListPage<>(page, page.size() < found.size());
  }

  /** Reads the last changes before a number, oldest first. */
  ListPage<RecordedEvent> before(long before, Set<Event.Kind> kinds, PageSize<RecordedEvent> size) {
    int most = size.limit() + 1;
    List<Found> found = new ArrayList<>();
    if (asksForRows(kinds)) {
      events(kinds, BEFORE)
          .setParameter("before", before)
          .setMaxResults(most)
          .getResultList()
          .forEach(row -> found.add(Found.of(row.snapshot())));
    }
    if (asksForMessages(kinds)) {
      messages
          .pages()
          .lengthsBefore(before, most, reader)
          .forEach(length -> found.add(Found.of(length)));
    }
    found.sort(Comparator.comparingLong(Found::seq));
    List<Found> fitting = weighing(size).lastOf(found);
    List<RecordedEvent> page = size.lastOf(filled(fitting));
    return new ListPage<>(page, page.size() < found.size());
  }

  /** Reads the last changes of a task, oldest first. */
  ListPage<RecordedEvent> of(TaskId task, int limit) {
    List<RecordedEvent> found =
        new ArrayList<>(
            entities
                .createQuery(OF_TASK, EventRow.class)
                .setParameter("session", key)
                .setParameter("task", task.value())
                .setMaxResults(limit + 1)
                .getResultList()
                .stream()
                .map(EventRow::snapshot)
                .toList());
    Collections.reverse(found);
    List<RecordedEvent> page = PageSize.<RecordedEvent>of(limit).lastOf(found);
    return new ListPage<>(page, page.size() < found.size());
  }

  /** Adds the messages of {@code page}, which is a stretch of both tables without a hole. */
  private List<RecordedEvent> filled(List<Found> page) {
    List<Found> rows = page.stream().filter(found -> found.event().isEmpty()).toList();
    List<RecordedEvent> all = new ArrayList<>();
    page.forEach(found -> found.event().ifPresent(all::add));
    if (!rows.isEmpty()) {
      long first = rows.get(0).seq();
      long last = rows.get(rows.size() - 1).seq();
      messages
          .readable(first - 1, last, rows.size(), reader)
          .forEach(message -> all.add(event(message)));
      all.sort(Comparator.comparingLong(RecordedEvent::seq));
    }
    return all;
  }

  private static PageSize<Found> weighing(PageSize<RecordedEvent> size) {
    return new PageSize<>(size.limit(), size.budget(), found -> found.weight(size));
  }

  private TypedQuery<EventRow> events(Set<Event.Kind> kinds, String condition) {
    String jpql = EVENTS + (kinds.isEmpty() ? "" : OF_KINDS) + condition;
    TypedQuery<EventRow> query =
        entities.createQuery(jpql, EventRow.class).setParameter("session", key);
    return kinds.isEmpty()
        ? query
        : query.setParameter("kinds", kinds.stream().map(Event.Kind::name).sorted().toList());
  }

  private static boolean asksForMessages(Set<Event.Kind> kinds) {
    return kinds.isEmpty() || kinds.contains(Event.Kind.MESSAGE_SAID);
  }

  private static boolean asksForRows(Set<Event.Kind> kinds) {
    return !kinds.equals(EnumSet.of(Event.Kind.MESSAGE_SAID));
  }

  /** Makes the change that a message is. */
  static RecordedEvent event(SessionMessage message) {
    return new RecordedEvent(
        message.seq(), message.sentAt(), Optional.of(message.from()), new MessageSaid(message));
  }
}

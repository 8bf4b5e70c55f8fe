package dev.parley.war.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.event.Event;
import dev.parley.event.MemoryChanged;
import dev.parley.event.RecordedEvent;
import dev.parley.event.SessionEvent;
import dev.parley.event.SessionStarted;
import dev.parley.session.Session;
import dev.parley.session.SessionId;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Pages of a log with holes, of all kinds and of a rare one. */
class EventPagesTest {
  private static final SessionEvent USUAL = new SessionStarted(new SessionId("run"));
  private static final SessionEvent RARE = new MemoryChanged(Optional.empty());
  private static final Set<Event.Kind> RARE_ONLY = Set.of(Event.Kind.MEMORY_CHANGED);

  @Test
  void pages_ofAnyLog_holdEachChangeOnceBothWays() {
    Random random = new Random(11);
    for (int round = 0; round < 500; round++) {
      List<RecordedEvent> log = log(random, random.nextInt(60), 1 + random.nextInt(5));
      int limit = 1 + random.nextInt(10);
      check(log, Set.of(), limit);
      check(log, RARE_ONLY, limit);
    }
  }

  @Test
  void aPageOfARareKind_looksAtNoMoreThanItsBound_andSaysWhereToGoOn() {
    List<RecordedEvent> log =
        LongStream.rangeClosed(1, EventPages.MOST_LOOKED_AT + 1L)
            .mapToObj(seq -> event(seq, seq > EventPages.MOST_LOOKED_AT ? RARE : USUAL))
            .toList();
    EventPages pages = new EventPages(session(log), RARE_ONLY);
    EventPages.Page first = pages.after(0, 10);
    assertThat(first.events()).isEmpty();
    assertThat(first.next()).isEqualTo(EventPages.MOST_LOOKED_AT);
    assertThat(pages.after(first.next(), 10).events()).hasSize(1);
    EventPages.Page back = pages.before(EventPages.MOST_LOOKED_AT + 1L, 10);
    assertThat(back.events()).isEmpty();
    assertThat(back.previous()).isZero();
    check(log, RARE_ONLY, 10);
    assertThat(pages.all(event -> event.event() == RARE)).hasSize(1);
  }

  private static void check(List<RecordedEvent> log, Set<Event.Kind> kinds, int limit) {
    EventPages pages = new EventPages(session(log), kinds);
    List<RecordedEvent> wanted =
        log.stream().filter(e -> kinds.isEmpty() || kinds.contains(e.event().kind())).toList();
    long last = log.isEmpty() ? 0 : log.get(log.size() - 1).seq();
    List<RecordedEvent> forwards = new ArrayList<>();
    long after = 0;
    while (after < last) {
      EventPages.Page page = pages.after(after, limit);
      assertThat(page.events()).hasSizeLessThanOrEqualTo(limit);
      assertThat(page.next()).isGreaterThan(after);
      forwards.addAll(page.events());
      after = page.next();
    }
    assertThat(forwards).isEqualTo(wanted);
    assertThat(pages.after(last, limit).next()).isEqualTo(last);
    List<RecordedEvent> backwards = new ArrayList<>();
    long before = last + 1;
    while (before > 0) {
      EventPages.Page page = pages.before(before, limit);
      assertThat(page.events()).hasSizeLessThanOrEqualTo(limit);
      assertThat(page.previous()).isLessThan(before);
      backwards.addAll(0, page.events());
      before = page.previous();
    }
    assertThat(backwards).isEqualTo(wanted);
  }

  private static List<RecordedEvent> log(Random random, int events, int holes) {
    List<RecordedEvent> log = new ArrayList<>();
    long seq = 0;
    for (int i = 0; i < events; i++) {
      seq += 1 + random.nextInt(holes);
      log.add(event(seq, random.nextInt(4) == 0 ? RARE : USUAL));
    }
    return log;
  }

  private static RecordedEvent event(long seq, SessionEvent event) {
    return new RecordedEvent(seq, Instant.EPOCH, Optional.empty(), event);
  }

  /** A session that knows its log and nothing else. */
  private static Session session(List<RecordedEvent> log) {
    return (Session)
        Proxy.newProxyInstance(
            Session.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("eventsAfter");
              long after = (Long) arguments[0];
              return log.stream()
                  .filter(event -> event.seq() > after)
                  .limit((Integer) arguments[1])
                  .toList();
            });
  }
}

package dev.parley.engine.session;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.event.Event;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.Subscription;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.session.Session;
import dev.parley.task.TaskDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** A direct message is for its sender, its recipient, and those who oversee the session. */
@OnStores
class PrivateMessagesTest extends OpenBoard {
  private static final Set<Event.Kind> SAID = Set.of(Event.Kind.MESSAGE_SAID);

  @Test
  void events_haveADirectMessage_forItsTwoAgentsAndAnOverseerAlone() {
    Session alice = session("alice");
    Session carol = session("carol");
    alice.messages().send(SessionMessageDraft.direct(BOB, "secret"));
    alice.messages().send(SessionMessageDraft.broadcast("open"));
    for (Session reader : List.of(alice, session("bob"), carol.overseen(), carol.as(BOB))) {
      assertThat(words(reader.eventsAfter(0, 10))).containsExactly("secret", "open");
      assertThat(words(reader.eventsBefore(10, SAID, PageSize.of(10)).items()))
          .containsExactly("secret", "open");
    }
    for (Session reader : List.of(carol, carol.overseen().as(CAROL), alice.as(CAROL))) {
      assertThat(words(reader.eventsAfter(0, 10))).containsExactly("open");
      assertThat(words(reader.events(0, SAID, PageSize.of(10)).items())).containsExactly("open");
      assertThat(words(reader.eventsBefore(10, SAID, PageSize.of(10)).items()))
          .containsExactly("open");
      assertThat(reader.messages().after(0)).hasSize(1);
    }
  }

  @Test
  void follower_getsNoDirectMessagesOfOthers_andTheSeqOfWhatFollows() {
    Session carol = session("carol");
    Queue<String> own = new ConcurrentLinkedQueue<>();
    Queue<String> all = new ConcurrentLinkedQueue<>();
    Session alice = session("alice");
    try (Subscription carols = carol.follow(0, event -> own.add(word(event)));
        Subscription overseers = carol.overseen().follow(0, event -> all.add(word(event)))) {
      assertThat(carols).isNotSameAs(overseers);
      alice.messages().send(SessionMessageDraft.direct(BOB, "secret"));
      alice.messages().send(SessionMessageDraft.direct(CAROL, "for carol"));
      alice.messages().send(SessionMessageDraft.broadcast("open"));
      eventually("all is followed", () -> all.contains("open") && own.contains("open"));
    }
    assertThat(all).containsExactly("secret", "for carol", "open");
    assertThat(own).containsExactly("for carol", "open");
  }

  /** Hidden ones use up no page: neither its limit nor its budget, and nothing ends before them. */
  @Test
  void pages_ofAnySize_goOnPastHiddenOnes() {
    Session alice = session("alice");
    Session carol = session("carol");
    Random random = new Random(5);
    for (int i = 0; i < 80; i++) {
      switch (random.nextInt(4)) {
        case 0 -> alice.tasks().create(TaskDraft.titled("t" + i).build());
        case 1 -> alice.messages().send(SessionMessageDraft.broadcast("x".repeat(1 + i)));
        default -> alice.messages().send(SessionMessageDraft.direct(BOB, "y".repeat(40)));
      }
    }
    long end = carol.overview().lastEvent() + 1;
    for (Set<Event.Kind> kinds : List.<Set<Event.Kind>>of(Set.of(), SAID)) {
      List<RecordedEvent> wanted =
          carol.overseen().eventsAfter(0, 1_000).stream()
              .filter(event -> kinds.isEmpty() || kinds.contains(event.event().kind()))
              .filter(
                  event ->
                      !(event.event() instanceof MessageSaid said) || said.message().to().isEmpty())
              .toList();
      assertThat(wanted).hasSizeBetween(10, 60);
      for (int limit = 1; limit <= wanted.size() + 1; limit += 3) {
        PageSize<RecordedEvent> size =
            new PageSize<>(limit, 30 + random.nextInt(200), RecordedEvent::contentLength);
        assertThat(forwards(carol, kinds, size)).isEqualTo(wanted);
        assertThat(backwards(carol, kinds, size, end)).isEqualTo(wanted);
      }
    }
  }

  private static List<RecordedEvent> forwards(
      Session session, Set<Event.Kind> kinds, PageSize<RecordedEvent> size) {
    List<RecordedEvent> read = new ArrayList<>();
    ListPage<RecordedEvent> page;
    do {
      long after = read.isEmpty() ? 0 : read.get(read.size() - 1).seq();
      page = session.events(after, kinds, size);
      read.addAll(page.items());
    } while (page.hasMore());
    return read;
  }

  private static List<RecordedEvent> backwards(
      Session session, Set<Event.Kind> kinds, PageSize<RecordedEvent> size, long end) {
    List<RecordedEvent> read = new ArrayList<>();
    ListPage<RecordedEvent> page;
    do {
      page = session.eventsBefore(read.isEmpty() ? end : read.get(0).seq(), kinds, size);
      read.addAll(0, page.items());
    } while (page.hasMore());
    return read;
  }

  private static List<String> words(List<RecordedEvent> events) {
    return events.stream().map(PrivateMessagesTest::word).toList();
  }

  private static String word(RecordedEvent event) {
    return event.event() instanceof MessageSaid said
        ? said.message().draft().content()
        : event.event().kind().name();
  }
}

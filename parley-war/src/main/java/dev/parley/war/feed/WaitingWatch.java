package dev.parley.war.feed;

import dev.parley.agent.Connection;
import dev.parley.event.Event;
import dev.parley.id.AgentId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.waiting.Waiting;
import dev.parley.waiting.WaitingItem;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The lists of what waits for the people whose pages are open. Each read sends {@code waiting} to
 * the pages of those whose list is another one. Not safe for threads.
 */
final class WaitingWatch {
  private final Map<Reader, List<String>> known = new HashMap<>();

  /** A person as a login shows them: the same person may have others with other rights. */
  private record Reader(AgentId person, boolean answersPermissions) {
    static Reader of(PageStream page) {
      return new Reader(page.person(), page.answersPermissions());
    }

    List<String> items(Connection reading) {
      Waiting waiting = reading.waitingFor(person);
      Waiting list = answersPermissions ? waiting.withPermissions() : waiting;
      ListPage<WaitingItem> page = list.list(Optional.empty(), PageSize.MAX_LIMIT);
      return page.items().stream().map(item -> item.kind() + " " + item.id()).toList();
    }
  }

  /** Returns true if the event may change a list. */
  static boolean concerns(Event event) {
    return switch (event.kind()) {
      case MESSAGE_SAID, REVIEW_CHANGED, TASK_CHANGED -> true;
      default -> false;
    };
  }

  /**
   * Reads the lists, each once for all pages of the person.
   *
   * @param reading a connection that vouches for people
   */
  void read(Connection reading, Collection<PageStream> pages) {
    Map<Reader, List<PageStream>> byPerson =
        pages.stream().collect(Collectors.groupingBy(Reader::of));
    known.keySet().retainAll(byPerson.keySet());
    byPerson.forEach(
        (person, own) -> {
          List<String> now = person.items(reading);
          if (!now.equals(known.put(person, now))) {
            byte[] event = SseBatch.of(FeedEvent.WAITING, Map.of("count", now.size()));
            own.forEach(page -> page.write(event));
          }
        });
  }
}

package dev.parley.war.feed;

import dev.parley.agent.Connection;
import dev.parley.event.Event;
import dev.parley.id.AgentId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
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
  private final Map<AgentId, List<String>> known = new HashMap<>();

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
    Map<AgentId, List<PageStream>> byPerson =
        pages.stream().collect(Collectors.groupingBy(PageStream::person));
    known.keySet().retainAll(byPerson.keySet());
    byPerson.forEach(
        (person, own) -> {
          List<String> now = items(reading, person);
          if (!now.equals(known.put(person, now))) {
            byte[] event = SseBatch.of("waiting", Map.of("count", now.size()));
            own.forEach(page -> page.write(event));
          }
        });
  }

  private static List<String> items(Connection reading, AgentId person) {
    ListPage<WaitingItem> page =
        reading.waitingFor(person).list(Optional.empty(), PageSize.MAX_LIMIT);
    return page.items().stream().map(item -> item.kind() + " " + item.id()).toList();
  }
}

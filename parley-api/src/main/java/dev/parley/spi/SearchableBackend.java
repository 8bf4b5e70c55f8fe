package dev.parley.spi;

import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.TopicName;
import java.util.List;

/**
 * The ability of a backend to find messages by an index of its own. Without it, messages are read
 * from the newest on and examined one by one.
 *
 * <p>Beyond ASCII, the backend decides what a word is, and which letters are the same in upper and
 * lower case.
 */
public interface SearchableBackend {
  /**
   * Finds messages, the newest first: of the query's topic by their sequence numbers, of several by
   * their ids.
   *
   * @param topics where to look, all of one workspace; the query's topic alone, where it has one
   */
  SearchResult search(List<TopicName> topics, SearchQuery query);
}

package dev.parley.spi;

import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.TopicName;
import java.util.List;

/**
 * The ability of a store to find messages by an index of its own. Where a store has none, its
 * messages are read from the newest on and looked at one by one.
 *
 * <p>What is a word, and which letters are the same in upper and lower case, is the store's to say
 * beyond ASCII.
 */
public interface SearchableBackend {
  /**
   * Finds messages, the newest first: of the query's topic by their positions, of several by their
   * ids.
   *
   * @param topics where to look, all of one workspace; the query's topic alone, where it has one
   */
  SearchResult search(List<TopicName> topics, SearchQuery query);
}

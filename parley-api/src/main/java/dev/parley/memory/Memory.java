package dev.parley.memory;

import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import java.util.List;
import java.util.Optional;

/**
 * Markdown that outlives sessions: one document of the project, one of each agent, made of {@code
 * ## section}s and dated entries. Whoever writes, and however many at once: no section and no entry
 * is lost.
 *
 * <p>What is written is read as it was written, whatever Markdown it holds: a line of it that looks
 * like the heading of a section is none. Two things are not kept: blanks and empty lines at its
 * end, and how its lines end, which is LF when read.
 *
 * <p>All methods may be called from any thread. All may be refused with {@code unavailable} while
 * the storage is away.
 */
public interface Memory {
  /** The most UTF-16 units of a content. */
  int MAX_CONTENT = 131_072;

  /** The document of the project; empty where nothing was written. */
  Optional<String> project();

  /** The document of {@code agent}; empty where nothing was written. */
  Optional<String> of(AgentId agent);

  /**
   * The blocks of a document, in their order: the one definition of where a section ends.
   *
   * @param owner the agent whose document it is; empty: the project's
   */
  List<MemoryBlock> blocks(Optional<AgentId> owner);

  /** The agents of whom something was written, by name. */
  List<AgentId> agents();

  /**
   * Writes the section {@code key} of the project's document, in place of what stood there. Dated
   * entries that stand after it stay.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value #MAX_CONTENT},
   *     or where the document is full, which is true for each of the following too
   */
  void write(SectionKey key, String content);

  /**
   * Writes the section {@code key} of {@code agent}'s document.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value #MAX_CONTENT}
   */
  void write(AgentId agent, SectionKey key, String content);

  /**
   * Writes a section as {@link #write}, but only over what the caller has read. Of several that
   * read the same, one writes.
   *
   * @param owner the agent whose document it is; empty: the project's
   * @param version of the section as the caller read it; empty: there was none
   * @throws dev.parley.problem.ParleyException {@code section_changed} where the section is another
   *     by now, with its words; {@code invalid_argument} past {@value #MAX_CONTENT}
   */
  void replace(Optional<AgentId> owner, SectionKey key, Optional<String> version, String content);

  /**
   * Adds an entry, with the date of today in UTC, at the end of {@code agent}'s document.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value #MAX_CONTENT}
   */
  void append(AgentId agent, String content);

  /**
   * Writes a section as {@link #write}, once however often it is called under {@code key}: a repeat
   * changes nothing, also where somebody else wrote the section since. The key is of the agent that
   * calls, in all of the workspace's memory.
   *
   * @param owner the agent whose document it is; empty: the project's
   * @throws dev.parley.problem.ParleyException {@code key_reused} where the caller used the key for
   *     another write; {@code invalid_argument} past {@value #MAX_CONTENT}, and where the store
   *     knows no keys
   */
  void write(Optional<AgentId> owner, SectionKey section, String content, IdempotencyKey key);

  /**
   * Adds an entry as {@link #append(AgentId, String)}, once however often it is called under {@code
   * key}. The key is of the agent that calls, in all of the workspace's memory.
   *
   * @throws dev.parley.problem.ParleyException {@code key_reused} where the caller used the key for
   *     another write; {@code invalid_argument} past {@value #MAX_CONTENT}, and where the store
   *     knows no keys
   */
  void append(AgentId agent, String content, IdempotencyKey key);
}

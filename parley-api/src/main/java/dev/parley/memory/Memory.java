package dev.parley.memory;

import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import java.util.List;
import java.util.Optional;

/**
 * Markdown that outlives sessions: one document of the project and one of each agent, made of
 * {@code ## section}s and dated entries. However many agents write at once, no section and no entry
 * is lost.
 *
 * <p>Text is read back as it was written, whatever Markdown it contains: a line in it that looks
 * like a section heading is not one. Two things are not preserved: blanks and empty lines at the
 * end, and the kind of line ends, which is LF when read.
 *
 * <p>All methods may be called from any thread. All may be refused with {@code unavailable} while
 * the storage is unreachable.
 */
public interface Memory {
  /** The maximum length of the content in UTF-16 units. */
  int MAX_CONTENT = 131_072;

  /** Returns the document of the project; empty before the first write. */
  Optional<String> project();

  /** Returns the document of {@code agent}; empty before the first write. */
  Optional<String> of(AgentId agent);

  /**
   * Returns the blocks of a document, in order. This is the one definition of where a section ends.
   *
   * @param owner the agent whose document it is; empty: the project's
   */
  List<MemoryBlock> blocks(Optional<AgentId> owner);

  /** Lists the agents with a document, by name. */
  List<AgentId> agents();

  /**
   * Writes the section {@code key} of the project's document, replacing its content. Dated entries
   * after it stay.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value #MAX_CONTENT},
   *     or where the document is full, which applies to each of the following methods too
   */
  void write(SectionKey key, String content);

  /**
   * Writes the section {@code key} of {@code agent}'s document.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value #MAX_CONTENT}
   */
  void write(AgentId agent, SectionKey key, String content);

  /**
   * Writes a section as {@link #write}, but only if it has not changed since the caller read it. Of
   * several callers that read the same version, one writes.
   *
   * @param owner the agent whose document it is; empty: the project's
   * @param version the version of the section the caller read; empty: there was none
   * @throws dev.parley.problem.ParleyException {@code section_changed} where the section is another
   *     by now, with its text; {@code invalid_argument} past {@value #MAX_CONTENT}
   */
  void replace(Optional<AgentId> owner, SectionKey key, Optional<String> version, String content);

  /**
   * Appends an entry, with today's date in UTC, to {@code agent}'s document.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value #MAX_CONTENT}
   */
  void append(AgentId agent, String content);

  /**
   * Writes a section as {@link #write}, but only once for a {@code key}, however often it is
   * called. A repeat changes nothing, even where another agent has written the section since. A key
   * belongs to the calling agent, in all of the workspace's memory.
   *
   * @param owner the agent whose document it is; empty: the project's
   * @throws dev.parley.problem.ParleyException {@code key_reused} where the caller used the key for
   *     another write; {@code invalid_argument} past {@value #MAX_CONTENT}, and where the store
   *     does not support keys
   */
  void write(Optional<AgentId> owner, SectionKey section, String content, IdempotencyKey key);

  /**
   * Appends an entry as {@link #append(AgentId, String)}, but only once for a {@code key}, however
   * often it is called. A key belongs to the calling agent, in all of the workspace's memory.
   *
   * @throws dev.parley.problem.ParleyException {@code key_reused} where the caller used the key for
   *     another write; {@code invalid_argument} past {@value #MAX_CONTENT}, and where the store
   *     does not support keys
   */
  void append(AgentId agent, String content, IdempotencyKey key);
}

package dev.parley.memory;

import java.util.Optional;

/**
 * One block of a memory document. Its lines end in LF, and it does not end with a blank line.
 *
 * @param title the heading of a section without its {@code ##}, the date of an entry as {@code
 *     YYYY-MM-DD}, empty for text
 * @param content the text below the title
 * @param version the version of exactly this content of a section, which {@link Memory#replace}
 *     takes; empty where no write can address the block: text, an entry, a section with the heading
 *     of an earlier one or a heading that is not a {@link SectionKey}
 */
public record MemoryBlock(Kind kind, String title, String content, Optional<String> version) {
  /** The kinds of blocks. */
  public enum Kind {
    /** Text before the first section or entry. */
    TEXT,
    /** A heading and the text below it. */
    SECTION,
    /** A dated entry. */
    ENTRY
  }
}

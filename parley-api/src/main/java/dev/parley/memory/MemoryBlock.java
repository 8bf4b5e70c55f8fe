package dev.parley.memory;

import java.util.Optional;

/**
 * One block of a document of memory, as its writer meant it: lines end in LF, none that is blank
 * stands at the end.
 *
 * @param title the heading of a section without its {@code ##}, the date of an entry as {@code
 *     YYYY-MM-DD}, empty for text
 * @param content the words below the title
 * @param version the name of exactly this content of a section, which {@link Memory#replace} asks
 *     for; empty where no write can mean the block: text, an entry, a section whose heading another
 *     one before it has or that is no {@link SectionKey}
 */
public record MemoryBlock(Kind kind, String title, String content, Optional<String> version) {
  /** The kinds of blocks. */
  public enum Kind {
    /** Words before the first section or entry. */
    TEXT,
    /** A heading and what follows it. */
    SECTION,
    /** An entry of a day. */
    ENTRY
  }
}

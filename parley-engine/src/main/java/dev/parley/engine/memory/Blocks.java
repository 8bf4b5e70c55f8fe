package dev.parley.engine.memory;

import dev.parley.engine.id.Sha256;
import dev.parley.memory.MemoryBlock;
import dev.parley.memory.MemoryBlock.Kind;
import dev.parley.memory.SectionKey;
import dev.parley.problem.ParleyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The blocks of a document, read one by one. {@link Sections} decides where they begin and end, so
 * what is read as a section is exactly what a write of it replaces.
 */
final class Blocks {
  private static final int VERSION_DIGITS = 32;
  private static final int DAY = "YYYY-MM-DD".length();

  private Blocks() {}

  /** Returns all blocks of {@code document}. */
  static List<MemoryBlock> of(String document) {
    String text = Sections.plain(document);
    List<MemoryBlock> blocks = new ArrayList<>();
    int first = Sections.beginsBlock(text, 0) ? 0 : Sections.endOfBlock(text, 0);
    String before = meant(text.substring(0, first));
    if (!before.isBlank()) {
      blocks.add(new MemoryBlock(Kind.TEXT, "", before, Optional.empty()));
    }
    for (int at = first; at < text.length(); at = Sections.endOfBlock(text, at)) {
      blocks.add(block(text, at));
    }
    return List.copyOf(blocks);
  }

  /** Returns the section of {@code document} that a write of {@code key} replaces. */
  static Optional<MemoryBlock> section(String document, SectionKey key) {
    String text = Sections.plain(document);
    int at = Sections.find(text, Sections.HEADING + key.value());
    return at < 0 ? Optional.empty() : Optional.of(block(text, at));
  }

  private static MemoryBlock block(String text, int at) {
    int end = Sections.endOfBlock(text, at);
    String first = Sections.line(text, at);
    int below = Sections.nextLine(text, at);
    if (!text.startsWith(Sections.HEADING, at)) {
      String day = Sections.line(text, below).substring(1, 1 + DAY);
      String content = content(text, Sections.nextLine(text, below), end);
      return new MemoryBlock(Kind.ENTRY, day, content, Optional.empty());
    }
    String heading = first.length() < Sections.HEADING.length() ? "" : first.substring(3);
    String content = content(text, below, end);
    boolean isWritten = key(heading).filter(key -> isFirst(text, at, key)).isPresent();
    return new MemoryBlock(
        Kind.SECTION,
        heading.strip(),
        content,
        isWritten ? Optional.of(version(content)) : Optional.empty());
  }

  private static boolean isFirst(String text, int at, SectionKey key) {
    return Sections.find(text, Sections.HEADING + key.value()) == at;
  }

  /** Returns the text between a title with one empty line below it and the next block. */
  private static String content(String text, int from, int end) {
    boolean emptyLineFollows = from < end && Sections.line(text, from).isEmpty();
    return meant(text.substring(emptyLineFollows ? Sections.nextLine(text, from) : from, end));
  }

  private static String meant(String stored) {
    return Sections.shifted(stored.stripTrailing(), -1);
  }

  /** Returns the key of a heading; a heading written by hand may not be a valid key. */
  private static Optional<SectionKey> key(String heading) {
    try {
      return Optional.of(new SectionKey(heading));
    } catch (ParleyException unusable) {
      return Optional.empty();
    }
  }

  private static String version(String content) {
    return Sha256.hex(content).substring(0, VERSION_DIGITS);
  }
}

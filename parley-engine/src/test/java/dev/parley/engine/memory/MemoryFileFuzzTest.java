package dev.parley.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fuzz.FuzzContract;
import dev.parley.memory.MemoryBlock;
import dev.parley.memory.MemoryBlock.Kind;
import dev.parley.memory.SectionKey;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A write changes the block it names and no other, whatever the document and the content. */
class MemoryFileFuzzTest extends FuzzContract {
  private static final LocalDate DAY = LocalDate.of(2026, 3, 14);

  @Override
  protected void check(byte[] input) {
    List<String> texts = texts(input, 3);
    String document = texts.get(0);
    String content = texts.get(2);
    checkNames(texts.get(1));
    checkBlocks(document);
    checkEntry(document, content);
    accepted(() -> new SectionKey(texts.get(1)))
        .ifPresent(key -> checkSection(document, key, content));
  }

  private static void checkNames(String name) {
    accepted(() -> FolderPaths.fileName(name))
        .ifPresent(file -> assertThat(FolderPaths.name(file)).isEqualTo(name));
    String found = FolderPaths.name(name);
    assertThat(found.isEmpty() || FolderPaths.fileName(found).equals(name)).isTrue();
  }

  /** Each section that has a version is the one that a write of its title replaces. */
  private static void checkBlocks(String document) {
    for (MemoryBlock block : Blocks.of(document)) {
      assertThat(block.content().equals(meant(block.content())) || hasBareReturn(document))
          .isTrue();
      if (block.version().isPresent()) {
        assertThat(Blocks.section(document, new SectionKey(block.title()))).contains(block);
      }
    }
    assertThat(Sections.shown(document).contains("\r\n") && !hasBareReturn(document)).isFalse();
  }

  /** Returns whether a CR is no part of an end of a line; it is a character like any other then. */
  private static boolean hasBareReturn(String document) {
    return document.replace("\r\n", "").indexOf('\r') >= 0;
  }

  private static void checkEntry(String document, String content) {
    List<MemoryBlock> expected = new ArrayList<>(Blocks.of(document));
    expected.add(new MemoryBlock(Kind.ENTRY, DAY.toString(), meant(content), Optional.empty()));
    assertThat(Blocks.of(Sections.append(document, DAY, content))).isEqualTo(expected);
  }

  private static void checkSection(String document, SectionKey key, String content) {
    Optional<MemoryBlock> before = Blocks.section(document, key);
    String written = Sections.write(document, key, content);
    MemoryBlock section = Blocks.section(written, key).orElseThrow();
    assertThat(section.title()).isEqualTo(key.value());
    assertThat(section.content()).isEqualTo(meant(content));
    assertThat(section.version()).isPresent();
    assertThat(Sections.write(written, key, content)).isEqualTo(written);
    List<MemoryBlock> expected = new ArrayList<>(Blocks.of(document));
    if (before.isPresent()) {
      expected.set(expected.indexOf(before.get()), section);
    } else {
      expected.add(section);
    }
    assertThat(Blocks.of(written)).isEqualTo(expected);
    if (before.isPresent() && !hasBareReturn(document)) {
      String restored = Sections.write(written, key, before.get().content());
      assertThat(Blocks.section(restored, key)).isEqualTo(before);
    }
  }

  /** Returns {@code content} as it is read again: lines end in LF, no blank line at the end. */
  private static String meant(String content) {
    return content.replace("\r\n", "\n").replace('\r', '\n').stripTrailing();
  }

  private static <T> Optional<T> accepted(Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (ParleyException refused) {
      assertThat(refused.problem()).isInstanceOf(InvalidArgument.class);
      return Optional.empty();
    }
  }
}

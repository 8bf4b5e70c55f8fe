package dev.parley.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.memory.MemoryBlock;
import dev.parley.memory.MemoryBlock.Kind;
import dev.parley.memory.SectionKey;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlocksTest {
  private static final SectionKey KEY = new SectionKey("a");

  @Test
  void of_nothing_isNoBlock() {
    assertThat(Blocks.of("")).isEmpty();
    assertThat(Blocks.of("\n \n")).isEmpty();
  }

  @Test
  void of_aDocumentByHand_namesEachPart() {
    String document =
        String.join(
            "\r\n",
            "\uFEFF# Memory",
            "",
            "by hand",
            "",
            "## a",
            "no empty line",
            "",
            "---",
            "_2026-03-14_",
            "day",
            "");
    assertThat(Blocks.of(document))
        .extracting(block -> block.kind() + " " + block.title() + ": " + block.content())
        .containsExactly(
            "TEXT : # Memory\n\nby hand", "SECTION a: no empty line", "ENTRY 2026-03-14: day");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "one",
        "\n\n  indented\n\nend",
        "## b",
        "text\n\n## a\n\nitself\n ## b",
        "---\n_2026-03-14_\n\nan entry pasted in",
        "```\n## in a fence\n"
      })
  void of_writtenContent_isThatContent(String content) {
    String before = Sections.append("## z\n\nlast\n", LocalDate.of(2026, 3, 14), "entry");
    String document = Sections.write(before, KEY, content);
    MemoryBlock block = Blocks.section(document, KEY).orElseThrow();
    assertThat(block.content()).isEqualTo(content.stripTrailing());
    assertThat(Blocks.of(document)).hasSize(3).last().isEqualTo(block);
    assertThat(Sections.write(document, KEY, block.content())).isEqualTo(document);
  }

  @Test
  void section_behindTwoByteOrderMarks_isTheOneThatAWriteReplaces() {
    String document = "\uFEFF\uFEFF## a\n\n1\n";
    assertThat(Blocks.section(document, KEY)).isPresent();
    assertThat(Blocks.of(Sections.write(document, KEY, "2")))
        .singleElement()
        .extracting(MemoryBlock::content)
        .isEqualTo("2");
  }

  @Test
  void version_isOfTheContentAlone() {
    Optional<String> version = Blocks.of("## a\n\n1\n").get(0).version();
    assertThat(Blocks.of("# Top\n\n## b\n\n2\n\n## a\n\n1\n\n").get(2).version())
        .isEqualTo(version)
        .isPresent();
    assertThat(Blocks.of("## a\n\n2\n").get(0).version()).isNotEqualTo(version);
  }

  @Test
  void version_ofWhatNoWriteCanMean_isNone() {
    List<MemoryBlock> blocks =
        Blocks.of("## a\n\n1\n\n## a\n\n2\n\n##  b\n\n3\n\n## \n\n4\n\n## # c\n\n5\n");
    assertThat(blocks).extracting(MemoryBlock::kind).containsOnly(Kind.SECTION);
    assertThat(blocks).extracting(MemoryBlock::title).containsExactly("a", "a", "b", "", "# c");
    assertThat(blocks)
        .extracting(block -> block.version().isPresent())
        .containsExactly(true, false, false, false, false);
  }
}

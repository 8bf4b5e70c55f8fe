package dev.parley.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.memory.SectionKey;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SectionsTest {
  private static final LocalDate DAY = LocalDate.of(2026, 3, 14);

  @Test
  void write_toNothing_isOneSection() {
    assertThat(write("", "stack", "Java 17")).isEqualTo("## stack\n\nJava 17\n");
  }

  @Test
  void write_ofANewSection_standsAfterAnEmptyLine() {
    assertThat(write("# Memory", "a", "1")).isEqualTo("# Memory\n\n## a\n\n1\n");
    assertThat(write("## a\n\n1\n", "b", "2\n\n")).isEqualTo("## a\n\n1\n\n## b\n\n2\n");
    assertThat(write("## a\n\n1\n\n\n\n", "b", "2")).isEqualTo("## a\n\n1\n\n## b\n\n2\n");
  }

  @Test
  void write_ofASectionThatIsThere_replacesItInItsPlace() {
    assertThat(write("# Top\ntext\n\n## a\nold\n\nold\n\n## b\n\n2\n", "a", "new  \n\n"))
        .isEqualTo("# Top\ntext\n\n## a\n\nnew\n\n## b\n\n2\n");
    assertThat(write("## a\n\nold\n\n## b\n\n2", "b", "\n  new")).endsWith("## b\n\n\n  new\n");
  }

  @Test
  void write_behindAnEmptyHeading_leavesItAHeading() {
    assertThat(write("## a\n\n1\n\n## \n", "b", "2")).isEqualTo("## a\n\n1\n\n## \n\n## b\n\n2\n");
    assertThat(write("## a\n\n1\n\n## \t\r\n", "a", "2")).isEqualTo("## a\n\n2\n\n## \n");
    assertThat(write("## ", "b", "2")).isEqualTo("## \n\n## b\n\n2\n");
    assertThat(Sections.append("## a\n\n## \n", DAY, "x"))
        .isEqualTo("## a\n\n## \n\n---\n_2026-03-14_\n\nx\n");
  }

  @Test
  void write_ofNothing_leavesTheHeading() {
    assertThat(write("", "a", " \n")).isEqualTo("## a\n");
    assertThat(write("## a\n\n1\n\n## b\n\n2\n", "a", "")).isEqualTo("## a\n\n## b\n\n2\n");
  }

  @Test
  void write_findsTheFirstThatIsExactlyTheKey() {
    String document = "## A\n\n1\n\n## ab\n\n2\n\n### a\n\n## a b\n\n## a\n\n3\n\n## a\n\n4\n";
    assertThat(write(document, "a", "new"))
        .isEqualTo("## A\n\n1\n\n## ab\n\n2\n\n### a\n\n## a b\n\n## a\n\nnew\n\n## a\n\n4\n");
  }

  @Test
  void write_whereBlanksFollowTheHeading_findsItAllTheSame() {
    assertThat(write("## a \t\n\nold\n", "a", "new")).isEqualTo("## a\n\nnew\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "before\n## b\nafter",
        "## b",
        "## a\n\nitself",
        " ## b\n  ## b\n         ## b",
        "```sh\n## make help\nmake\n```\n## outside",
        "```\n## never closed",
        "> quoted\n\n---\n_2026-01-02_\n\n## whole documents\n\nin one another",
        "---\n_2026-01-02_",
        " ---\n_2026-01-02_\n   ---  \n_2026-01-02_",
        "text\n---\n_emphasis_\n---\ntext",
        "##\n##x\n### c\n#\n## ",
        "    indented\n    ## code"
      })
  void content_thatLooksLikeBlocks_isReplacedWholeAndReadBackExactly(String content) {
    String others = "## b\n\nof b\n\n## c\n\nof c\n";
    String written = write(write("", "a", "first") + "\n" + others, "a", content);
    assertThat(Sections.shown(written))
        .isEqualTo("## a\n\n" + content.stripTrailing() + "\n\n" + others);
    assertThat(write(written, "b", "new")).endsWith("\n\n## b\n\nnew\n\n## c\n\nof c\n");
    assertThat(write(written, "a", "first")).isEqualTo("## a\n\nfirst\n\n" + others);

    String appended = Sections.append(others, DAY, content);
    assertThat(Sections.shown(appended))
        .isEqualTo(others + "\n---\n_2026-03-14_\n\n" + content.stripTrailing() + "\n");
    assertThat(write(appended, "a", "new")).isEqualTo(appended + "\n## a\n\nnew\n");
  }

  @Test
  void content_thatLooksLikeAHeading_staysOneInMarkdown() {
    assertThat(write("", "a", "x\n## b\ny")).isEqualTo("## a\n\nx\n ## b\ny\n");
  }

  @Test
  void append_isADatedEntryAtTheEnd() {
    assertThat(Sections.append("", DAY, "learned\n")).isEqualTo("\n---\n_2026-03-14_\n\nlearned\n");
    assertThat(Sections.append("## a\n\n1\n", DAY, "learned"))
        .isEqualTo("## a\n\n1\n\n---\n_2026-03-14_\n\nlearned\n");
    assertThat(Sections.append("no end of line", DAY, ""))
        .isEqualTo("no end of line\n\n---\n_2026-03-14_\n");
  }

  @Test
  void write_ofASectionBeforeAnEntry_keepsTheEntry() {
    String document = Sections.append(write("", "a", "old"), DAY, "learned");
    document = Sections.append(document, DAY.plusDays(1), "learned more");
    document = write(document, "b", "2");
    assertThat(write(document, "a", "new"))
        .isEqualTo(
            """
            ## a

            new

            ---
            _2026-03-14_

            learned

            ---
            _2026-03-15_

            learned more

            ## b

            2
            """);
  }

  @Test
  void write_ofASectionWithARule_replacesTheRuleToo() {
    String document = write("", "a", "x\n\n---\n\ny\n\n---\n_no date_");
    assertThat(document).isEqualTo("## a\n\nx\n\n---\n\ny\n\n---\n_no date_\n");
    assertThat(write(document, "a", "z")).isEqualTo("## a\n\nz\n");
  }

  @Test
  void document_withCarriageReturns_keepsThemAndIsShownWithout() {
    String document = "# Top\r\n\r\n## a\r\n\r\nold\r\n\r\n---\r\n_2026-03-13_\r\n\r\ne\r\n";
    String written = write(document, "a", "one\ntwo\r\n## b\rthree");
    assertThat(written)
        .isEqualTo(
            "# Top\n\n## a\n\none\ntwo\n ## b\nthree\n\n---\n_2026-03-13_\n\ne\n"
                .replace("\n", "\r\n"));
    assertThat(write(written, "c", "3")).isEqualTo(written + "\r\n## c\r\n\r\n3\r\n");
    assertThat(Sections.append(written, DAY, "f"))
        .isEqualTo(written + "\r\n---\r\n_2026-03-14_\r\n\r\nf\r\n");
    assertThat(Sections.shown(written))
        .isEqualTo("# Top\n\n## a\n\none\ntwo\n## b\nthree\n\n---\n_2026-03-13_\n\ne\n");
  }

  @Test
  void content_withCarriageReturns_takesTheLinesOfTheDocument() {
    assertThat(write("## a\n\n1\n", "a", "x\r\ny\rz")).isEqualTo("## a\n\nx\ny\nz\n");
  }

  @Test
  void document_withAByteOrderMark_keepsItBeforeItsFirstSection() {
    assertThat(write("\uFEFF## a\n\nold\n", "a", "new")).isEqualTo("\uFEFF## a\n\nnew\n");
    assertThat(Sections.shown("\uFEFF## a\n")).isEqualTo("## a\n");
  }

  /**
   * A merge that keeps the lines of both sides leaves two of one section, or a conflict's marks.
   */
  @Test
  void document_mergedByGit_losesNothingByALaterWrite() {
    String merged =
        "# Top\n\n## a\n\n<<<<<<< ours\n1\n=======\n2\n>>>>>>> theirs\n\n## b\n\nb\n\n## a\n\n3\n";
    assertThat(write(merged, "b", "new")).isEqualTo(merged.replace("\nb\n", "\nnew\n"));
    assertThat(write(merged, "a", "new"))
        .isEqualTo("# Top\n\n## a\n\nnew\n\n## b\n\nb\n\n## a\n\n3\n");
  }

  /** A fence that a hand left open hides no section: nothing of another section is replaced. */
  @Test
  void document_withAFenceLeftOpen_keepsItsSectionsApart() {
    String document = "## a\n\n```\nopen\n\n## b\n\n```\nb\n```\n";
    assertThat(write(document, "a", "new")).isEqualTo("## a\n\nnew\n\n## b\n\n```\nb\n```\n");
  }

  /** Against a list of blocks: what is shown is always all of them, each as it was written. */
  @Test
  void documents_ofManyWrites_areTheirBlocks() {
    List<String> pieces =
        List.of(
            "## a",
            "## b",
            " ## c",
            "---",
            "_2026-03-14_",
            " ---",
            "```",
            "text",
            "",
            "    x",
            "# top",
            "### d",
            "\t## e",
            "_2026-03-14_ ",
            "--- ");
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<String> blocks = new ArrayList<>();
      String document = "";
      for (int step = 0; step < 25; step++) {
        StringBuilder content = new StringBuilder("-");
        for (int line = random.nextInt(8); line > 0; line--) {
          content.append('\n').append(pieces.get(random.nextInt(pieces.size())));
        }
        String body = content.toString().stripTrailing();
        if (random.nextInt(4) == 0) {
          document = Sections.append(document, DAY, content.toString());
          blocks.add("---\n_" + DAY + "_\n\n" + body + "\n");
        } else {
          String heading = "## " + "abcd".charAt(random.nextInt(4)) + "\n";
          document = write(document, heading.substring(3, 4), content.toString());
          String block = heading + "\n" + body + "\n";
          int at = indexOf(blocks, heading);
          if (at < 0) {
            blocks.add(block);
          } else {
            blocks.set(at, block);
          }
        }
        String start = blocks.get(0).startsWith("---") ? "\n" : "";
        assertThat(Sections.shown(document))
            .as("seed %s, step %s", seed, step)
            .isEqualTo(start + String.join("\n", blocks));
      }
    }
  }

  private static int indexOf(List<String> blocks, String heading) {
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).startsWith(heading)) {
        return i;
      }
    }
    return -1;
  }

  private static String write(String document, String key, String content) {
    return Sections.write(document, new SectionKey(key), content);
  }
}

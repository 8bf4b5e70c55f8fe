package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static dev.parley.war.browser.Locators.withText;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The lines of a diff: their colours, their keys, and the comments on them. */
class DiffLinesIT extends TeamPage {
  private static final String IN = "sessions/" + TeamRun.SESSION + "/artifacts/";

  static final String DIFF =
      """
      diff --git a/src/Cart.java b/src/Cart.java
      index 1111111..2222222 100644
      --- a/src/Cart.java
      +++ b/src/Cart.java
      @@ -10,4 +10,5 @@ final class Cart {
         int count() {
      -    return 6;
      +    // one more
      +    return 7;
         }
       }
      diff --git a/notes.txt b/notes.txt
      --- a/notes.txt
      +++ b/notes.txt
      @@ -1 +1 @@
      -old words
      +new words
      """;

  private OpenPage page(Look look) {
    return new OpenPage(look.in(chromium), place);
  }

  @ParameterizedTest
  @EnumSource
  void lineOfADiff_isCommentedOn_liveForEverybody(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    String artifact = run.artifact("fix-" + name + ".diff", "pr", DIFF);
    try (OpenPage page = page(look);
        OpenPage other = page()) {
      other.at(IN + artifact).shows("one more");
      page.at(IN + artifact);
      page.main().locator(".diff-text .code-keyword", withText("return")).first().waitFor();
      number(page, "line 12").click();
      page.becomes("document.activeElement.getAttribute('aria-label') === 'Comment on line 12'");
      page.page().keyboard().type("Why **seven**?");
      page.at("now");
      page.at(IN + artifact);
      assertThat(page.main().locator(".diff-said textarea").inputValue())
          .isEqualTo("Why **seven**?");
      page.screenshot("artifact-diff-box-" + name);
      page.isAccessible(look + " box of a line");
      page.main().locator(".diff-said textarea").press("Enter");
      for (OpenPage each : List.of(page, other)) {
        Locator said = each.main().locator(".diff-said", withText("Why seven?"));
        said.waitFor();
        assertThat(said.locator("xpath=preceding-sibling::*[1]").innerText()).contains("return 7;");
        assertThat(said.innerText()).doesNotContain("On `").doesNotContain("src/Cart.java");
      }
      page.becomes("document.activeElement.matches('.diff-number')");
      page.screenshot("artifact-diff-" + name);
      page.isAccessible(look + " diff");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
      assertThat(said(page, artifact))
          .containsEntry("thread", artifact)
          .containsEntry(
              "text", "On `src/Cart.java`, line 12, in `fix-" + name + ".diff`:\n\nWhy **seven**?")
          .containsEntry(
              "metadata", Map.of("artifact", artifact, "file", "src/Cart.java", "line", "12"));
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void diffOfManyFiles_isColouredOnce() {
    StringBuilder diff = new StringBuilder();
    for (int i = 1; i <= 40; i++) {
      diff.append(
          """
          --- a/File%1$d.java
          +++ b/File%1$d.java
          @@ -1,2 +1,2 @@
           class File%1$d {}
          -int before = %1$d;
          +int after = %1$d;
          """
              .formatted(i));
    }
    String artifact = run.artifact("many.diff", "pr", diff.toString());
    try (OpenPage page = page()) {
      page.page().addInitScript(ArtifactViewIT.COUNTER);
      page.at(IN + artifact);
      Locator last = page.main().locator(".diff[aria-label='File40.java']");
      last.locator(".diff-removed .code-literal", withText("40")).waitFor();
      last.locator(".diff-added .code-literal", withText("40")).waitFor();
      page.becomes("texts.sent === texts.answered");
      comment(artifact, "2", "It is drawn once more.");
      page.shows("It is drawn once more.");
      assertThat(page.page().evaluate("texts"))
          .isEqualTo(Map.of("sent", 2 * 40, "answered", 2 * 40));
      assertThat(page.complaints()).isEmpty();
    }
  }

  private static Locator number(OpenPage page, String line) {
    return page.main().locator("button.diff-number[title='Comment on " + line + "']").first();
  }

  /** The message that was said last in the thread of an artifact. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> said(OpenPage page, String artifact) {
    return (Map<String, Object>)
        page.page()
            .evaluate(
                """
                async ([session, artifact]) => {
                  const answer = await fetch(`api/sessions/${session}/events?kind=message_said`);
                  const { items } = await answer.json();
                  return items.map(({ message }) => message).filter(({ thread }) => thread === artifact).at(-1);
                }
                """,
                List.of(TeamRun.SESSION, artifact));
  }

  @Test
  void linesOfADiff_areChosenByKeys() {
    String artifact = run.artifact("keys.diff", "pr", DIFF);
    try (OpenPage page = page()) {
      page.at(IN + artifact).shows("one more");
      number(page, "line 10").focus();
      page.page().keyboard().press("ArrowDown");
      page.becomes("document.activeElement.title === 'Comment on old line 11'");
      page.page().keyboard().press("Enter");
      page.becomes("document.activeElement.matches('.diff-said textarea')");
      page.page().keyboard().press("Escape");
      page.becomes("document.activeElement.title === 'Comment on old line 11'");
      page.becomes("document.querySelector('.diff-said') === null"); // drawn a frame later
      page.page().keyboard().press("Enter");
      page.becomes("document.activeElement.matches('.diff-said textarea')");
      page.page().keyboard().type("Keep it");
      page.page().keyboard().press("Enter");
      page.main().locator(".diff-said", withText("Keep it")).waitFor();
      assertThat(said(page, artifact))
          .containsEntry(
              "metadata",
              Map.of("artifact", artifact, "file", "src/Cart.java", "line", "11", "side", "old"));
      page.at("sessions/" + TeamRun.SESSION).shows("Keep it");
      page.main().getByRole(AriaRole.LINK, named("keys.diff")).first().waitFor();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void agentsComment_standsBesideItsLine_alsoBetweenVersions() {
    String first = run.artifact("two.md", "document", "one\ntwo\nthree\n");
    String second = run.artifact("two.md", "document", "one\nzwei\nthree\n");
    comment(second, "2", "In German?");
    comment(first, "2", "It was right.");
    comment(second, "99", "Beyond the end.");
    try (OpenPage page = page()) {
      page.at(IN + second + "?from=" + first).shows("In German?");
      Locator german = page.main().locator(".diff-said", withText("In German?"));
      assertThat(german.locator("xpath=preceding-sibling::*[1]").innerText()).contains("zwei");
      Locator right = page.main().locator(".diff-said", withText("It was right."));
      assertThat(right.locator("xpath=preceding-sibling::*[1]").innerText()).contains("two");
      page.main().locator(".other-comments", withText("Beyond the end.")).waitFor();
      page.isAccessible("comments between versions");
      page.screenshot("artifact-compared-light");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void commentOnALineThatIsNotDrawn_standsBelow() {
    String lines = "@@ -0,0 +1,1600 @@\n" + "+one more\n".repeat(1600);
    String artifact = run.artifact("long.diff", "pr", lines);
    comment(artifact, "1590", "Far below.");
    try (OpenPage page = page()) {
      page.at(IN + artifact);
      page.main().locator(".other-comments", withText("Far below.")).waitFor();
      page.main().getByText("Show more of its").click();
      Locator said = page.main().locator(".diff-said", withText("Far below."));
      said.waitFor();
      assertThat(said.locator("xpath=preceding-sibling::*[1]").innerText()).contains("1590");
      assertThat(page.main().locator(".other-comments").count()).isZero();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void firstParagraphOfAComment_isLeftOut_onlyWhereThePageWritesIt() {
    String artifact = run.artifact("said.diff", "pr", "@@ -0,0 +1,2 @@\n+one\n+two\n");
    comment(artifact, "1", "On `said.diff`, line 1:\n\nAs the page has it.");
    comment(artifact, "2", "On `other.diff`, line 9:\n\nOf another file.");
    try (OpenPage page = page()) {
      page.at(IN + artifact).shows("Of another file.");
      Locator first = page.main().locator(".diff-said", withText("As the page has it."));
      assertThat(first.innerText()).doesNotContain("said.diff");
      Locator second = page.main().locator(".diff-said", withText("Of another file."));
      assertThat(second.innerText()).contains("other.diff, line 9");
      assertThat(page.complaints()).isEmpty();
    }
  }

  private void comment(String artifact, String line, String words) {
    run.tester
        .tool(
            "send_message",
            "agent_id",
            "tester",
            "content",
            words,
            "thread_id",
            artifact,
            "metadata",
            Map.of("artifact", artifact, "line", line))
        .accepted();
  }
}

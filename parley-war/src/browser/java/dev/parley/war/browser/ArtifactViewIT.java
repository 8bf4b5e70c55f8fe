package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static dev.parley.war.browser.Locators.withText;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An artifact: the verdict on it, its code in colours, and comments on its lines. */
class ArtifactViewIT extends TeamPage {
  private static final String IN = "sessions/" + TeamRun.SESSION + "/artifacts/";

  private static final String JAVA =
      """
      /** Keeps a cart. */
      final class Cart {
        private final String name = "a <b>cart</b> & more";

        int count() {
          return 7; // seven
        }
      }
      """;

  private static final String DIFF =
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

  /** Counts the texts that are sent to workers, and those that they answered. */
  private static final String COUNTER =
      """
      window.texts = { sent: 0, answered: 0 };
      window.Worker = class extends Worker {
        constructor(address) {
          super(address);
          this.addEventListener("message", ({ data }) => {
            if ("lines" in data) texts.answered++;
          });
        }

        postMessage(text) {
          texts.sent++;
          super.postMessage(text);
        }
      };
      """;

  private OpenPage page(Look look) {
    return new OpenPage(look.in(chromium), place);
  }

  private void ask(String artifact) {
    run.builder
        .tool("request_review", "agent_id", "builder", "artifact_id", artifact, "reviewer", "guest")
        .accepted();
  }

  @ParameterizedTest
  @EnumSource
  void verdict_isWithinReach_atAnyLength(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    String artifact =
        run.artifact("long-" + name + ".md", "document", "A line of many.\n\n".repeat(600) + "End");
    ask(artifact);
    try (OpenPage page = page(look)) {
      page.at(IN + artifact).shows("Your verdict");
      Locator approve = page.main().getByRole(AriaRole.BUTTON, named("Approve"));
      isInWindow(page, approve);
      Locator content = page.main().locator(".shelf-content");
      BoundingBox text = content.boundingBox();
      BoundingBox bar = page.main().locator(".verdict-bar").boundingBox();
      assertThat(text.y + text.height).as("the form covers no text").isLessThanOrEqualTo(bar.y + 1);
      assertThat(text.height).as("and leaves room").isGreaterThan(bar.height);
      page.screenshot("artifact-verdict-" + name);
      page.isAccessible(look + " verdict");
      content.evaluate("element => { element.scrollTop = element.scrollHeight; }");
      isInWindow(page, approve);
      Locator comments = page.main().getByLabel("Comments, as Markdown");
      comments.fill("Half a thought");
      page.at("now");
      page.at(IN + artifact).shows("Your verdict");
      assertThat(comments.inputValue()).isEqualTo("Half a thought");
      comments.focus();
      page.page().keyboard().press("Tab");
      page.becomes("document.activeElement.value === 'changes_requested'");
      page.page().keyboard().press("Enter");
      page.main().locator(".review", withText("Half a thought")).waitFor();
      page.main().locator(".review .verdict-changes_requested").waitFor();
      assertThat(page.main().locator(".verdict-bar").count()).isZero();
      assertThat(page.complaints()).isEmpty();
    }
  }

  private static void isInWindow(OpenPage page, Locator element) {
    element.waitFor();
    BoundingBox box = element.boundingBox();
    assertThat(box.y).isGreaterThanOrEqualTo(0);
    assertThat(box.y + box.height).isLessThanOrEqualTo(page.page().viewportSize().height);
    assertThat(box.x + box.width).isLessThanOrEqualTo(page.page().viewportSize().width);
  }

  @ParameterizedTest
  @EnumSource
  void code_isShownInColours(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    String code = run.artifact("Cart-" + name + ".java", "document", JAVA);
    String fenced =
        run.artifact("fenced-" + name + ".md", "document", "# Code\n\n```java\n" + JAVA + "```\n");
    try (OpenPage page = page(look)) {
      page.at(IN + code);
      page.main().locator("pre .code-keyword", withText("class")).waitFor();
      page.main().locator("pre .code-string", withText("a <b>cart</b> & more")).waitFor();
      assertThat(page.main().locator("pre").textContent()).isEqualTo(JAVA);
      page.screenshot("artifact-code-" + name);
      page.isAccessible(look + " code");
      page.at(IN + fenced);
      page.main().locator(".prose pre .code-comment", withText("// seven")).waitFor();
      assertThat(page.main().locator(".prose pre").textContent()).isEqualTo(JAVA);
      page.isAccessible(look + " fenced code");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void library_isLoadedOnlyWhereItIsNeeded() {
    String code = run.artifact("Loaded.java", "document", JAVA);
    try (OpenPage page = page()) {
      Queue<String> asked = new ConcurrentLinkedQueue<>();
      page.page().onRequest(request -> asked.add(request.url()));
      page.at(IN + run.plan).shows("tell support");
      assertThat(asked).noneMatch(url -> url.contains("highlight"));
      page.at(IN + code);
      page.main().locator("pre .code-keyword").first().waitFor();
      assertThat(asked)
          .anyMatch(url -> url.endsWith("/lib/highlight.min.js"))
          .allMatch(url -> url.startsWith(place.base().toString()));
    }
  }

  @Test
  void libraryThatCouldNotBeLoaded_isTriedAgain() {
    String code = run.artifact("Again.java", "document", JAVA);
    try (OpenPage page = page()) {
      AtomicBoolean isAway = new AtomicBoolean(true);
      page.page()
          .route(
              "**/lib/highlight.min.js",
              route -> {
                if (isAway.getAndSet(false)) {
                  route.abort();
                } else {
                  route.resume();
                }
              });
      page.at(IN + code);
      page.main().locator("pre .code-keyword").first().waitFor();
      assertThat(isAway).isFalse();
    }
  }

  @Test
  void codeThatIsTooLong_isShownWithoutColours() {
    String longest = "int a = 1; // it\n".repeat(12_500);
    String artifact = run.artifact("Long.java", "document", longest);
    try (OpenPage page = page()) {
      page.page().addInitScript(COUNTER);
      page.at(IN + artifact).shows("shown without colours");
      assertThat(page.main().locator("pre").textContent()).isEqualTo(longest);
      assertThat(page.main().locator("pre span").count()).isZero();
      assertThat(page.page().evaluate("texts.sent")).isEqualTo(0);
    }
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
      page.page().addInitScript(COUNTER);
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
      assertThat(page.main().locator(".diff-said").count()).isZero();
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

  @Test
  void attacks_areWords() {
    String attack = "<img src=x onerror=alert('image')><script>alert('script')</script>";
    List<String> artifacts =
        List.of(
            run.artifact("attack.html", "document", attack + "</span></pre>" + attack),
            run.artifact(
                "attack.md",
                "document",
                "```java\"><img/src=x/onerror=alert(1)>\n"
                    + attack
                    + "\n```\n\n```html\n"
                    + attack),
            run.artifact(
                "attack.diff",
                "pr",
                DIFF.replace("src/Cart.java", "src/" + attack + ".html")
                    .replace("// one more", attack)),
            run.artifact(
                "attack-link.md",
                "design",
                "```mermaid\nclick A \"javascript:alert('click')\"\n```\n\n"
                    + "[link](javascript:alert('link')) "
                    + attack));
    try (OpenPage page = page()) {
      page.page().addInitScript(COUNTER);
      Queue<String> asked = new ConcurrentLinkedQueue<>();
      page.page().onRequest(request -> asked.add(request.url()));
      Object before = 0;
      for (String artifact : artifacts) {
        page.at(IN + artifact);
        page.becomes("texts.sent > " + before + " && texts.sent === texts.answered");
        before = page.page().evaluate("texts.sent");
        page.isDrawn();
        page.shows("alert(");
        assertThat(page.main().locator("img, script, style, a[href^=javascript]").count()).isZero();
        assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
            .isEqualTo(page.page().viewportSize().width);
      }
      assertThat(page.complaints()).as("dialogs and refusals of the policy").isEmpty();
      assertThat(asked)
          .allMatch(url -> url.startsWith(place.base().toString()) && !url.endsWith("/x"));
    }
  }
}

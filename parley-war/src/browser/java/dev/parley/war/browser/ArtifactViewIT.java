package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static dev.parley.war.browser.Locators.withText;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An artifact: the verdict on it, its code in colours, and attacks in its words. */
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

  /** Counts the texts that are sent to workers, and those that they answered. */
  static final String COUNTER =
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
                DiffLinesIT.DIFF
                    .replace("src/Cart.java", "src/" + attack + ".html")
                    .replace("// one more", attack)),
            run.artifact(
                "attack-link.md",
                "design",
                "```js\nopen(\"javascript:alert('click')\")\n```\n\n"
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

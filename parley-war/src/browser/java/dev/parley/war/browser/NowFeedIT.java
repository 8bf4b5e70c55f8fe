package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.detached;
import static dev.parley.war.browser.Locators.named;
import static dev.parley.war.browser.Locators.withText;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The feed of the page Now: its kinds, the thoughts among them, and folded runs. */
class NowFeedIT extends TeamPage {
  @ParameterizedTest
  @EnumSource
  void runOfOneSender_isFolded_andOpens(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    TeamScript script = run(name).thought("be", "Three of them are one and the same.");
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      page.at("now").shows("Third finding of " + name);
      Locator fold = button(page, "2 earlier messages of be");
      fold.waitFor();
      assertThat(said(page, "First finding of " + name).count()).isZero();
      page.screenshot("now-feed-" + name);
      page.isAccessible(look + " folded feed");
      fold.click();
      said(page, "First finding of " + name).waitFor();
      assertThat(fold.getAttribute("aria-expanded")).isEqualTo("true");
      page.screenshot("now-feed-open-" + name);
      page.isAccessible(look + " unfolded feed");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
      fold.click();
      said(page, "First finding of " + name).waitFor(detached());
      script.told("fe", "A fourth finding of " + name);
      said(page, "A fourth finding of " + name).waitFor();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void messages_thatArriveWhileOneReads_areFoldedOnlyNextTime() {
    TeamScript script = new TeamScript(run, "feed-live");
    try (OpenPage page = page()) {
      page.at("now").shows("feed-live");
      page.becomes("document.querySelector('.feed') !== null");
      for (String words : new String[] {"One of five", "Two of five", "Three of five"}) {
        script.told("be", words);
      }
      said(page, "Three of five").waitFor();
      assertThat(said(page, "One of five").count()).isOne();
      page.at("rooms");
      page.at("now");
      button(page, "2 earlier messages of be").waitFor();
      assertThat(said(page, "One of five").count()).isZero();
    }
  }

  @Test
  void declaredEnd_andWordsToThePerson_areNotFoldedAway() {
    TeamScript script = new TeamScript(run, "feed-ends");
    script
        .told("be", "Fourth to last")
        .told("be", "Third to last")
        .told("be", "end:waiting | Which?");
    script.told("be", "@guest can you say?").told("be", "Last");
    try (OpenPage page = page()) {
      page.at("now").shows("Last");
      assertThat(said(page, "Which?").count()).isOne();
      assertThat(said(page, "@guest can you say?").count()).isOne();
      assertThat(said(page, "Third to last").count()).isOne();
    }
  }

  @Test
  void kinds_areCounted_andSwitchedAllAtOnce() {
    run("kinds");
    try (OpenPage page = page()) {
      page.at("now").shows("Third finding of kinds");
      button(page, "Messages 3").waitFor();
      button(page, "Tasks 1").waitFor();
      button(page, "All off").click();
      page.shows("Nothing of that kind yet");
      assertThat(page.main().locator(".toggle[aria-pressed=true]").count()).isZero();
      button(page, "Tasks 1").click();
      page.main().locator(".entry-task").waitFor();
      assertThat(page.main().locator(".entry:not(.entry-task)").count()).isZero();
      page.page().reload();
      page.live().main().locator(".entry-task").waitFor();
      assertThat(page.main().locator(".entry:not(.entry-task)").count()).isZero();
      button(page, "All on").click();
      page.shows("Third finding of kinds");
      assertThat(page.main().locator(".toggle[aria-pressed=false]").count()).isZero();
    }
  }

  @Test
  void thoughts_areInTheFeed_asAKind() {
    TeamScript script = new TeamScript(run, "feed-thoughts").thought("be", "Known before.");
    try (OpenPage page = page()) {
      page.at("now").shows("Feed");
      thought(page, "Known before.").waitFor();
      script.told("be", "Said in between.").thought("be", "Thought while one reads.");
      thought(page, "Thought while one reads.").waitFor();
      assertThat(page.main().locator(".feed .entry-text").allInnerTexts())
          .containsSubsequence("Known before.", "Said in between.", "Thought while one reads.");
      page.main().locator(".toggle", withText("Thoughts")).click();
      thought(page, "Thought while one reads.").waitFor(detached());
      assertThat(said(page, "Said in between.").count()).isOne();
      button(page, "All on").click();
      thought(page, "Thought while one reads.").locator("a[data-open]").click();
      page.page().waitForURL(url -> url.endsWith("sessions/feed-thoughts?agent=be"));
      assertThat(page.complaints()).isEmpty();
    }
  }

  /** Three messages of one sender, and a task. */
  private TeamScript run(String name) {
    TeamScript script = new TeamScript(run, "feed-" + name).task("Find out " + name);
    script.told("be", "First finding of " + name).told("be", "Second finding of " + name);
    return script.told("be", "Third finding of " + name);
  }

  private static Locator said(OpenPage page, String words) {
    return page.main().locator(".feed .entry-text", withText(words));
  }

  private static Locator thought(OpenPage page, String words) {
    return page.main().locator(".feed .entry-thought", withText(words));
  }

  private static Locator button(OpenPage page, String name) {
    return page.main().getByRole(AriaRole.BUTTON, named(name));
  }
}

package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.detached;
import static dev.parley.war.browser.Locators.named;
import static dev.parley.war.browser.Locators.withText;
import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The talk of a session: folded runs, threads, copies, and what there is about one agent. */
class SessionTalkIT extends TeamPage {
  /** The page may not ask for the clipboard of the machine: what it would put there is kept. */
  private static final String CLIPBOARD =
      """
      Object.defineProperty(navigator, "clipboard", {
        value: {
          writeText: (text) => {
            window.written = text;
            return Promise.resolve();
          },
        },
      });
      """;

  private static final String NO_CLIPBOARD =
      """
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: () => Promise.reject(new Error("forbidden")) },
      });
      """;

  private static final String MARKED_IS_IN_SIGHT =
      """
      (() => {
        const list = document.querySelector(".room-talk .conversation").getBoundingClientRect();
        const row = document.querySelector(".room-talk .message-marked")?.getBoundingClientRect();
        return Boolean(row) && row.top >= list.top && row.bottom <= list.bottom;
      })()
      """;

  /** Draws nothing for longer than a moment, as a browser does while the page is hidden. */
  private static final String HIDDEN =
      """
      async () => {
        const own = window.requestAnimationFrame;
        const held = [];
        window.requestAnimationFrame = (draw) => held.push(draw);
        await new Promise((done) => setTimeout(done, 6000));
        window.requestAnimationFrame = own;
        held.forEach((draw) => own(draw));
      }
      """;

  private TeamScript script(String session) {
    return new TeamScript(run, session);
  }

  private OpenPage talk(Look look, TeamScript script) {
    OpenPage page = new OpenPage(look.in(chromium), place);
    return page.at("sessions/" + script.session);
  }

  @ParameterizedTest
  @EnumSource
  void threeAndMoreMessagesOfOneSender_areFoldedToTheLast_andShownWhenAsked(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    TeamScript script = script("folded-" + name);
    script.told("be", "Step one.").told("be", "Step two.").told("be", "Step three.");
    script.told("qa", "First of two.").told("qa", "Second of two.");
    try (OpenPage page = talk(look, script)) {
      page.shows("Step three.").shows("First of two.").shows("Second of two.");
      assertThat(words(page, "Step one.").count()).isZero();
      assertThat(words(page, "Step two.").count()).isZero();
      page.screenshot("session-folded-" + name);
      page.isAccessible(look + " folded talk");
      Locator fold = button(page, "2 earlier messages of be");
      assertThat(fold.getAttribute("aria-expanded")).isEqualTo("false");
      fold.click();
      page.shows("Step one.").shows("Step two.").shows("Step three.");
      assertThat(fold.getAttribute("aria-expanded")).isEqualTo("true");
      page.screenshot("session-unfolded-" + name);
      page.isAccessible(look + " unfolded talk");
      fold.click();
      words(page, "Step one.").waitFor(detached());
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void messageToThePerson_isNotFoldedAway() {
    TeamScript script = script("folded-not");
    script.said("be", "For you, one.", "guest").said("be", "For you, two.", "guest");
    script.said("be", "For you, three.", "guest");
    script.told("qa", "One.").told("qa", "Look at it, @guest.").told("qa", "Three.");
    try (OpenPage page = talk(Look.LIGHT, script)) {
      page.shows("For you, one.").shows("For you, two.").shows("For you, three.");
      page.shows("Look at it,");
      assertThat(page.main().locator(".fold").count()).isZero();
    }
  }

  @Test
  void declaredEnd_isNotFoldedAway() {
    TeamScript script = script("folded-ends");
    script.told("be", "end:waiting | Which one?").told("be", "Meanwhile one.");
    script.told("be", "Meanwhile two.").told("be", "Meanwhile three.");
    try (OpenPage page = talk(Look.LIGHT, script)) {
      page.shows("Which one?").shows("Meanwhile three.");
      button(page, "2 earlier messages of be").waitFor();
    }
  }

  @Test
  void whatIsSaidWhileSomebodyReads_isNotFolded_untilTheTalkIsOpenedAgain() {
    TeamScript script = script("folded-live");
    script.told("qa", "Before.");
    try (OpenPage page = talk(Look.LIGHT, script)) {
      page.shows("Before.");
      script.told("be", "Live one.").told("be", "Live two.").told("be", "Live three.");
      page.shows("Live one.").shows("Live two.").shows("Live three.");
      assertThat(page.main().locator(".fold").count()).isZero();
      page.page().reload();
      page.live().shows("Live three.");
      button(page, "2 earlier messages of be").waitFor();
    }
  }

  @Test
  void whatIsSaidWhileThePageIsHidden_isNotFolded() {
    TeamScript script = script("folded-hidden");
    script.told("qa", "Before.");
    try (OpenPage page = talk(Look.LIGHT, script)) {
      page.shows("Before.");
      script.told("be", "Seen one.").told("be", "Seen two.").told("be", "Seen three.");
      page.shows("Seen three.");
      page.page().evaluate(HIDDEN);
      script.told("qa", "After.");
      page.shows("After.");
      assertThat(page.main().locator(".fold").count()).isZero();
      page.at(script.address("board")).at("sessions/" + script.session).shows("After.");
      button(page, "2 earlier messages of be").waitFor();
    }
  }

  @Test
  void longRun_isFoldedInParts_soThatTheTalkFillsItsWindow() {
    TeamScript script = script("folded-long");
    for (int i = 1; i <= 23; i++) {
      script.told("be", "Number " + i + ".");
    }
    try (OpenPage page = talk(Look.LIGHT, script)) {
      page.shows("Number 23.").shows("Number 13.").shows("Number 3.");
      assertThat(page.main().locator(".fold").allInnerTexts())
          .map(text -> text.replaceAll("\\D+", ""))
          .containsExactly("2", "9", "9");
    }
  }

  @Test
  void unfoldedMessages_areReadFromTheFirst() {
    TeamScript script = script("folded-tall");
    for (int i = 1; i <= 10; i++) {
      script.told("be", "Tall " + i + "." + "\n\nA line.".repeat(6));
    }
    try (OpenPage page = talk(Look.LIGHT, script)) {
      page.shows("Tall 10.");
      button(page, "9 earlier messages of be").click();
      page.shows("Tall 1.");
      page.becomes(
          "(() => { const list = document.querySelector('.room-talk .conversation');"
              + " const first = document.querySelector('.room-talk .message');"
              + " return list.scrollHeight > list.clientHeight + 500"
              + " && first.getBoundingClientRect().top >= list.getBoundingClientRect().top; })()");
    }
  }

  @ParameterizedTest
  @EnumSource
  void agent_hasItsThoughts_itsMessages_andItsTasks(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    TeamScript script = script("agent-" + name);
    script.taskOf("be", "Wire it").task("Not its own").claimed("be", "Wire it");
    script.told("be", "I wire it.").said("qa", "Only for be.", "be").told("qa", "For all.");
    script.thought("be", "First thought of " + name + ".");
    try (OpenPage page = talk(look, script)) {
      page.live().shows("For all.");
      script.thought("be", "Second thought of " + name + ".");
      script.thought("be", "Third thought of " + name + ".").told("qa", "For all as well.");
      page.shows("For all as well.");
      if (look == Look.PHONE || look == Look.PHONE_DARK) {
        button(page, "Summary").click();
      }
      region(page, "Agents").getByRole(AriaRole.LINK).getByText("be", exactText()).click();
      page.page().waitForURL(url -> url.endsWith("?agent=be"));
      region(page, "Thoughts").getByText("Third thought of " + name + ".").waitFor();
      region(page, "Thoughts").getByText("Second thought of " + name + ".").waitFor();
      region(page, "Messages").getByText("I wire it.").waitFor();
      assertThat(region(page, "Messages").innerText())
          .contains("Only for be.")
          .doesNotContain("For all.");
      region(page, "Tasks").getByText("Wire it").waitFor();
      assertThat(region(page, "Tasks").innerText())
          .contains("0 of 1 task done")
          .doesNotContain("Not its own");
      script.thought("be", "Last thought of " + name + ".");
      region(page, "Thoughts").getByText("Last thought of " + name + ".").waitFor();
      region(page, "Thoughts").getByText("Second thought of " + name + ".").waitFor();
      page.screenshot("session-agent-" + name);
      page.isAccessible(look + " agent of a session");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
      page.page().keyboard().press("Escape");
      region(page, "Thoughts").waitFor(detached());
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void thoughtsOfAnAgent_areThoseOfTheSession() {
    TeamScript left = script("thoughts-left").told("be", "Said in the left one.");
    TeamScript current = script("thoughts-current").told("be", "Said in the current one.");
    try (OpenPage page = page()) {
      page.at("sessions/" + left.session + "?agent=be").live().shows("Said in the left one.");
      left.thought("be", "Thought in the left one.");
      region(page, "Thoughts").getByText("Thought in the left one.").waitFor();
      current.thought("be", "Thought in the current one.");
      page.at("sessions/" + current.session + "?agent=be").shows("Said in the current one.");
      region(page, "Thoughts").getByText("Thought in the current one.").waitFor();
      assertThat(region(page, "Thoughts").innerText()).doesNotContain("Thought in the left one.");
      page.at("sessions/" + left.session + "?agent=be").shows("Said in the left one.");
      region(page, "Thoughts").getByText("Thought in the left one.").waitFor();
      assertThat(region(page, "Thoughts").innerText())
          .doesNotContain("Thought in the current one.");
    }
  }

  @Test
  void nameInTheTalk_leadsToItsAgent_andFromThereToAMessageInItsPlace() {
    TeamScript script = script("agent-place");
    script.told("be", "The one that is looked for.");
    for (int i = 1; i <= 12; i++) {
      script.told("be", "Later " + i + ".").told("qa", "Between " + i + ".");
    }
    try (OpenPage page = talk(Look.LIGHT, script)) {
      page.shows("Between 12.");
      page.main().locator(".room-talk .who-link").last().click();
      page.page().waitForURL(url -> url.endsWith("?agent=qa"));
      page.main().locator(".room-talk .who-link", withText("be")).last().click();
      page.page().waitForURL(url -> url.endsWith("?agent=be"));
      Locator said = region(page, "Messages");
      button(page, "3 earlier messages").click();
      said.locator(".message", withText("The one that is looked for."))
          .getByRole(AriaRole.LINK, named("Show it in the talk"))
          .click();
      page.page().waitForURL(url -> url.contains("?at="));
      page.main()
          .locator(".room-talk .message-marked", withText("The one that is looked for."))
          .waitFor();
      page.becomes(MARKED_IS_IN_SIGHT);
      page.main().locator(".room-talk .who-link").last().click();
      page.page().waitForURL(url -> url.endsWith("?agent=qa"));
      page.isDrawn(); // going back before leaves the talk where the click took it
      page.page().goBack();
      page.becomes(MARKED_IS_IN_SIGHT);
    }
  }

  /** The list of agents is gone once one of them is shown, and the excerpt once its place is. */
  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "PHONE"})
  void keyThatOpensAnotherPart_takesTheFocusThere(Look look) {
    TeamScript script = script("agent-focus-" + look.name().toLowerCase(Locale.ROOT));
    script.told("be", "Said by be.");
    try (OpenPage page = talk(look, script)) {
      page.shows("Said by be.");
      if (look == Look.PHONE) {
        button(page, "Summary").click();
      }
      region(page, "Agents").locator("a", withText("be")).press("Enter");
      region(page, "Messages").getByText("Said by be.").waitFor();
      page.becomes("document.activeElement.matches('.session-side')");
      region(page, "Messages")
          .getByRole(AriaRole.LINK, named("Show it in the talk"))
          .press("Enter");
      page.main().locator(".room-talk .message-marked").waitFor();
      page.becomes("document.activeElement.matches('.room-talk .conversation')");
    }
  }

  @Test
  void messageOfAnAgent_isShownInItsPlace_inANarrowWindow() {
    TeamScript script = script("agent-narrow");
    script.told("be", "Said by be.");
    try (OpenPage page = talk(Look.PHONE, script)) {
      page.shows("Said by be.");
      button(page, "Summary").click();
      region(page, "Agents").getByRole(AriaRole.LINK).getByText("be", exactText()).click();
      region(page, "Messages").getByRole(AriaRole.LINK, named("Show it in the talk")).click();
      page.page().waitForURL(url -> url.contains("?at="));
      page.main().locator(".room-talk .message-marked").waitFor();
    }
  }

  @Test
  void thread_isReadAlone_andAnsweredThere() {
    TeamScript script = script("threaded");
    script.threaded("be", "Which format?", "format").told("qa", "Beside it.");
    script.threaded("qa", "The short one.", "format");
    try (OpenPage page = talk(Look.LIGHT, script)) {
      page.shows("Beside it.");
      page.main().getByRole(AriaRole.LINK, named("format")).first().click();
      Locator thread = region(page, "Thread format");
      thread.getByText("Which format?").waitFor();
      thread.getByText("The short one.").waitFor();
      assertThat(thread.innerText()).doesNotContain("Beside it.");
      page.screenshot("session-thread-light");
      page.isAccessible("thread of a session");
      Locator box = page.main().getByLabel("Answer everyone in the thread");
      box.fill("The short one it is.");
      box.press("Enter");
      thread.getByText("The short one it is.").waitFor();
      eventually("be reads it", () -> script.messagesOf("be").contains("The short one it is."));
      page.page().locator("main h1").focus();
      page.page().keyboard().press("Escape");
      thread.waitFor(detached());
      page.main().getByRole(AriaRole.LINK, named("format")).first().click();
      button(page, "Close the thread").click();
      thread.waitFor(detached());
      page.becomes("document.activeElement.matches('.room-talk .conversation')");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void message_isCopied_byItsButtonAndByAKey() {
    TeamScript script = script("copied");
    script.told("be", "Copy **this**.").told("qa", "And this.");
    try (OpenPage page = page()) {
      page.page().addInitScript(CLIPBOARD);
      page.at("sessions/" + script.session).shows("And this.");
      page.main().getByRole(AriaRole.BUTTON, named("Copy the message of be")).click();
      page.becomes("window.written === 'Copy **this**.'");
      button(page, "Copied").waitFor();
      page.page().locator(".room-talk .conversation").focus();
      page.page().keyboard().press("j");
      page.page().locator(".room-talk .message:focus").waitFor();
      page.page().keyboard().press("y");
      page.becomes("window.written === 'And this.'");
      page.at("rooms/planning").shows("Repeated, with these steps:");
      page.main().getByRole(AriaRole.BUTTON, named("Copy the message of tester")).click();
      page.becomes("window.written.startsWith('Repeated, with these steps:')");
    }
  }

  @Test
  void clipboardThatIsForbidden_isSaid() {
    TeamScript script = script("copied-not");
    script.told("be", "Not to be copied.");
    try (OpenPage page = page()) {
      page.page().addInitScript(NO_CLIPBOARD);
      page.at("sessions/" + script.session).shows("Not to be copied.");
      button(page, "Copy the message of be").click();
      button(page, "The browser does not allow copying here").waitFor();
      assertThat(button(page, "Copied").count()).isZero();
      page.page().getByText("The browser does not allow copying here.").waitFor(attached());
    }
  }

  private static Locator words(OpenPage page, String words) {
    return page.main().getByText(words, new Locator.GetByTextOptions().setExact(true));
  }

  private static Locator button(OpenPage page, String name) {
    return page.main().getByRole(AriaRole.BUTTON, named(name));
  }

  private static Locator region(OpenPage page, String name) {
    return page.main().getByRole(AriaRole.REGION, named(name));
  }

  private static Locator.GetByTextOptions exactText() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  private static Locator.WaitForOptions attached() {
    return new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED);
  }
}

package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cards of agents on the page Now: their tasks, their last act, who is away and who came. */
class NowCardsIT extends TeamPage {
  private static final String TEAM =
      """
      agents:
        be:
          name: Backend
          emoji: ⚒
          description: Writes the server.
          tools: [send_message]
          systemPrompt: Write.
        MEMBER:
          name: Scribe
          emoji: ✎
          description: Writes down what was decided.
          tools: [send_message]
          systemPrompt: Write.
      """;

  /** Begins to look whether the card of an agent glows, and with which animation. */
  private static final String WATCH_GLOW =
      """
      (agent) => {
        const card = () =>
          [...document.querySelectorAll(".agent-card")].find(
            (one) => one.querySelector(".agent-name bdi").textContent === agent,
          );
        window.glow = new Promise((done) => {
          const observer = new MutationObserver(() => {
            const glowing = card();
            if (glowing?.dataset.new !== "true") return;
            observer.disconnect();
            done(getComputedStyle(glowing).animationName);
          });
          observer.observe(document, { childList: true, subtree: true, attributes: true });
        });
      }
      """;

  /** Ends with the animation of the glow. */
  private static final String GLOW =
      "Promise.race([window.glow,"
          + " new Promise((done) => setTimeout(() => done('none seen'), 15000))])";

  private Path home = Path.of("");

  @Override
  Place started(Path data) {
    Place started = super.started(data);
    home = started.home();
    return started;
  }

  @ParameterizedTest
  @EnumSource
  void card_saysHowFarItsTasksAre_andWhenItActed(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    TeamScript script = team("cards-" + name, "absent");
    script.taskOf("be", "First").taskOf("be", "Second").taskOf("be", "Third");
    script.claimed("be", "First").moved("be", "First", "done").claimed("be", "Second");
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      page.at("now");
      if (look == Look.PHONE || look == Look.PHONE_DARK) {
        page.main().getByRole(AriaRole.BUTTON, named("Agents")).click();
      }
      Locator card = card(page, "be");
      card.getByText("1 of 3 done, 1 in progress").waitFor();
      assertThat(card.locator(".bar-done").getAttribute("width")).startsWith("33.3");
      assertThat(card.locator(".bar-in_progress").getAttribute("x")).startsWith("33.3");
      assertThat(card.locator(".agent-acted").innerText()).startsWith("active ");
      card(page, "absent").locator(".agent-state").getByText("away", exactly()).waitFor();
      page.screenshot("now-cards-" + name);
      page.isAccessible(look + " cards");
      script.moved("be", "Second", "done");
      card.getByText("2 of 3 done").waitFor();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void memberOfTheTeam_isAway_untilItComes_andGlowsThen() {
    TeamScript script = team("cards-away", "scribe");
    try (OpenPage page = page()) {
      page.page()
          .emulateMedia(
              new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.NO_PREFERENCE));
      page.at("now");
      group(page, "Away").getByText("scribe", exactly()).waitFor();
      assertThat(card(page, "scribe").getAttribute("data-new")).isEqualTo("false");
      page.page().evaluate(WATCH_GLOW, "scribe");
      script.told("scribe", "Here I am.");
      assertThat(page.page().evaluate(GLOW)).isEqualTo("arrives");
      assertThat(group(page, "Away").getByText("scribe", exactly()).count()).isZero();
      page.becomes("!" + glows("scribe"));
    }
  }

  @Test
  void newcomer_doesNotMove_whereThatIsNotWanted() {
    TeamScript script = team("cards-still", "absent");
    try (OpenPage page = page()) {
      page.at("now");
      card(page, "lead").waitFor();
      page.page().evaluate(WATCH_GLOW, "newcomer");
      script.told("newcomer", "Here I am.");
      assertThat(page.page().evaluate(GLOW)).isEqualTo("none");
    }
  }

  @Test
  void team_isReadAgain_whereItsFileChanged() {
    var unused = team("cards-again", "before");
    try (OpenPage page = page()) {
      page.at("now");
      group(page, "Away").getByText("before", exactly()).waitFor();
      write("cards-again", "after");
      group(page, "Away").getByText("after", exactly()).waitFor();
      assertThat(group(page, "Away").getByText("before", exactly()).count()).isZero();
    }
  }

  /** A session whose team is the agent {@code be} and this one. */
  private TeamScript team(String session, String member) {
    write(session, member);
    return new TeamScript(run, session);
  }

  private void write(String session, String member) {
    try {
      Files.createDirectories(home);
      Files.writeString(
          home.resolve("session-agents-" + session + ".yml"), TEAM.replace("MEMBER", member));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static String cardOf(String agent) {
    return "[...document.querySelectorAll('.agent-card')]"
        + ".find((card) => card.querySelector('.agent-name bdi').innerText === '"
        + agent
        + "')";
  }

  private static String glows(String agent) {
    return "(" + cardOf(agent) + "?.dataset.new === 'true')";
  }

  private static Locator group(OpenPage page, String name) {
    return page.main().locator(".agents-group[aria-label='" + name + "']");
  }

  private static Locator card(OpenPage page, String agent) {
    return page.main()
        .locator(".agent-card")
        .filter(
            new Locator.FilterOptions()
                .setHas(page.page().locator(".agent-name bdi").getByText(agent, exactly())));
  }

  private static Locator.GetByTextOptions exactly() {
    return new Locator.GetByTextOptions().setExact(true);
  }
}

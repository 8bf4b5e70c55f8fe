package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.detached;
import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first pages of a person: the login, and the agents and the feed of the page Now. */
class StartPageIT extends TeamPage {
  private static final String IN = "sessions/" + TeamRun.SESSION;

  private static final String AGENT =
      """
      {"id": "agent-NUMBER", "online": true, "lastSeenAt": "2026-01-01T00:00:00.000Z",
       "rooms": [], "thinking": null, "persona": null, "person": false}
      """;

  @Test
  void thought_isReadWhole_hasATime_andGoesWithTheEnd() {
    String thought = "A long thought, ".repeat(30) + "thought to its end.";
    RawMcp thinker = run.agent("thinker");
    thinker.tool("broadcast_thinking", "agent_id", "thinker", "content", thought);
    try (OpenPage page = page()) {
      Locator card = page.at("now").main().locator(".agent-card").filter(has("thinker"));
      card.locator(".thought").waitFor();
      assertThat(card.locator(".thought").getAttribute("title")).isEqualTo(thought);
      assertThat(card.locator("time").count()).isPositive();
      card.locator(".agent").click();
      page.becomes(
          "(() => { const t = document.querySelector('.agent-card[data-focused=true] .thought');"
              + " return t && t.scrollHeight <= t.clientHeight; })()");
      page.screenshot("now-thought-light");
      page.isAccessible("a thought");
      thinker.tool("send_message", "agent_id", "thinker", "content", "end:_done | all of it");
      card.locator(".thought").waitFor(detached());
      page.page().reload();
      page.live();
      card.waitFor();
      assertThat(card.locator(".thought").count()).isZero();
    }
  }

  @Test
  void directMessage_inTheFeed_hasALink() {
    try (OpenPage page = page()) {
      Locator entry =
          page.at("now").main().locator(".entry").filter(has("Branch is ready to try."));
      entry.locator("a[data-open]").click();
      page.page().waitForURL(url -> url.endsWith(IN));
    }
  }

  @Test
  void anotherSession_isOnlyToldOf_andShownWhenAsked(@TempDir Path data) {
    try (Place own = OneFile.start(data);
        TeamRun team = new TeamRun(own).begun()) {
      for (Look look : List.of(Look.LIGHT, Look.PHONE_DARK)) {
        team.lead.tool("start_session", "agent_id", "lead", "session_id", TeamRun.SESSION);
        try (OpenPage page = new OpenPage(look.in(chromium), own)) {
          page.at("now").shows(TeamRun.SESSION);
          team.lead.tool("start_session", "agent_id", "lead", "session_id", "another");
          page.page().getByText("A newer session was started").waitFor();
          assertThat(page.main().locator(".head-sub").innerText()).contains(TeamRun.SESSION);
          page.screenshot("newer-session-" + look);
          page.isAccessible(look + " newer session");
          team.builder.tool(
              "broadcast_thinking", "agent_id", "builder", "content", "Still at the cart.");
          page.page().getByText("Show it").click();
          page.becomes("document.querySelector('main .head-sub').innerText.includes('another')");
          assertThat(page.complaints()).isEmpty();
        }
      }
    }
  }

  @Test
  void noAgentAndNoSession_areSaid_withALineThatWorksElsewhere(@TempDir Path data) {
    try (Place empty = OneFile.start(data)) {
      for (Look look : List.of(Look.LIGHT, Look.PHONE_DARK)) {
        try (OpenPage page = new OpenPage(look.in(chromium), empty)) {
          page.at("now");
          if (look == Look.PHONE_DARK) {
            page.main().getByRole(AriaRole.BUTTON, named("Agents")).click();
          }
          page.shows("No agent is here yet");
          page.shows(Path.of(System.getProperty("parley.war")).toAbsolutePath().toString());
          page.shows("mcp --url " + empty.base() + "/mcp");
          page.screenshot("now-nobody-" + look);
          page.isAccessible(look + " nobody");
          page.page().evaluate("location.hash = '#/sessions?for=board'");
          page.shows("There is no board to show yet");
        }
      }
    }
  }

  @Test
  void wrongToken_isCalledWrong(@TempDir Path data) {
    try (RunningServer server =
            RunningServer.launch().data(data).with("--token", "a-right-token").start();
        OpenPage page = new OpenPage(Look.LIGHT.in(chromium), server.base().toString())) {
      page.page().navigate(server.base() + "/");
      page.page().locator("#token").fill("a-wrong-token");
      page.page().locator("#token").press("Enter");
      page.main().getByText("This token is wrong").waitFor();
    }
  }

  @Test
  void manyAgents_thoseThatAreNotDrawn_areCounted() {
    String body =
        IntStream.range(0, 202)
            .mapToObj(i -> AGENT.replace("NUMBER", "" + i))
            .collect(Collectors.joining(",", "{\"items\":[", "],\"truncated\":false}"));
    try (OpenPage page = page()) {
      page.page()
          .route(
              "**/api/agents",
              route ->
                  route.fulfill(
                      new Route.FulfillOptions().setContentType("application/json").setBody(body)));
      page.at("now").shows("and 2 more");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PHONE", "PHONE_DARK"})
  void tabsOfAPhone_countWhoIsAtWork_andWhatIsOpen(Look look) {
    TeamScript script = new TeamScript(run, "tabs-" + look.name().toLowerCase(Locale.ROOT));
    script.task("First").task("Second").task("Third");
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      page.at("now");
      Locator tabs = page.page().locator(".tabbar");
      tabs.getByRole(AriaRole.LINK, named("Board 3 open")).waitFor();
      tabs.getByRole(AriaRole.LINK, named("Now")).waitFor();
      script.claimed("be", "First").claimed("fe", "Second");
      tabs.getByRole(AriaRole.LINK, named("Now 2 at work")).waitFor();
      page.screenshot("tabs-" + look);
      page.isAccessible(look + " tabs");
      script.moved("be", "First", "done");
      tabs.getByRole(AriaRole.LINK, named("Board 2 open")).waitFor();
      tabs.getByRole(AriaRole.LINK, named("Now 1 at work")).waitFor();
      assertThat(page.complaints()).isEmpty();
    }
  }

  private static Locator.FilterOptions has(String words) {
    return new Locator.FilterOptions().setHasText(words);
  }
}

package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.parley.war.testing.RunningServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every view during a run of a team: shown, reloaded, light and dark, on a phone, accessible. */
@Tag("browser")
@ExtendWith(Chromium.class)
@TestInstance(Lifecycle.PER_CLASS)
class ViewsIT {
  private RunningServer server;
  private TeamRun run;
  private Chromium chromium;

  /** Each view, and words that it shows of the run. */
  private final Map<String, String> views = new LinkedHashMap<>();

  @BeforeAll
  void start() {
    server = RunningServer.start("--rate-limit", "off");
    run = new TeamRun(server).begun();
    chromium = Chromium.start();
    String session = "sessions/" + TeamRun.SESSION;
    views.put("now", "Branch is ready to try.");
    views.put("rooms", "planning");
    views.put("rooms/planning", "Repeated, with these steps:");
    views.put(session + "/board", "Keep the cart over a reload");
    views.put(session + "/tasks/" + run.tasks.get(1), "Keep the cart over a reload");
    views.put(session + "/artifacts", "cart.json");
    views.put(session + "/artifacts/" + run.plan, "tell support");
    views.put("sessions", TeamRun.SESSION);
    views.put(session, "Branch is ready to try.");
    views.put(session + "/replay", "Keep the cart over a reload");
    views.put("team", "agents.pool");
    views.put("memory?of=", "One change, one commit");
    views.put("health", "H2");
    views.put("search?q=cookie", "the session cookie is set");
  }

  @AfterAll
  void stop() {
    if (chromium != null) {
      chromium.close();
    }
    if (server != null) {
      run.close();
      server.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void views_areShownAndAccessible(Look look) {
    try (OpenPage open = new OpenPage(look.in(chromium), server)) {
      views.forEach(
          (view, words) -> {
            open.at(view).shows(words);
            open.screenshot(
                view.replaceAll("[^a-z]+", "-").replaceAll("sessions-checkout-", "")
                    + "-"
                    + look.name().toLowerCase(java.util.Locale.ROOT));
            open.isAccessible(look + " " + view);
            assertThat(open.page().evaluate("document.documentElement.scrollWidth"))
                .as("%s %s is no wider than the window", look, view)
                .isEqualTo(open.page().viewportSize().width);
          });
      assertThat(open.complaints()).isEmpty();
    }
  }

  @Test
  void views_showTheSameAfterAReload() {
    try (OpenPage open = new OpenPage(Look.LIGHT.in(chromium), server)) {
      views.forEach(
          (view, words) -> {
            open.at(view).shows(words);
            open.page().reload();
            open.live().shows(words);
            assertThat(open.page().url()).endsWith("#/" + view);
          });
    }
  }

  @Test
  void keys_goFromViewToView() {
    try (OpenPage open = new OpenPage(Look.LIGHT.in(chromium), server)) {
      open.at("now").shows("Branch is ready to try.");
      open.page().keyboard().press("/");
      open.page().locator("#search:focus").waitFor();
      open.page().keyboard().press("Escape");
      Map<String, String> keys =
          Map.of("r", "rooms", "b", "board", "a", "artifacts", "s", "sessions", "t", "team", "m",
              "memory", "h", "health", "n", "now");
      keys.forEach(
          (key, view) -> {
            open.page().keyboard().press("g");
            open.page().keyboard().press(key);
            open.page().waitForURL(url -> url.endsWith(view), new Page.WaitForURLOptions());
          });
    }
  }

  @Test
  void files_areOursAndSmall() {
    try (OpenPage open = new OpenPage(Look.LIGHT.in(chromium), server)) {
      List<String> foreign = new java.util.concurrent.CopyOnWriteArrayList<>();
      List<Long> sizes = new java.util.concurrent.CopyOnWriteArrayList<>();
      open.page()
          .onResponse(
              response -> {
                if (!response.url().startsWith(server.base().toString())) {
                  foreign.add(response.url());
                } else if (!response.url().contains("/api/")) {
                  sizes.add(Long.parseLong(response.headerValue("content-length")));
                }
              });
      open.at("now");
      assertThat(foreign).isEmpty();
      assertThat(sizes.stream().mapToLong(Long::longValue).sum()).isBetween(20_000L, 200_000L);
    }
  }
}

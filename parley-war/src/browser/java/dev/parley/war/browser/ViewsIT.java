package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every view during a run of a team: shown, reloaded, light and dark, on a phone, accessible. */
@ExtendWith(Chromium.class)
@Tag("browser")
@TestInstance(Lifecycle.PER_CLASS)
class ViewsIT {
  private static final String HEALTH = "**/assets/views/health.js";

  private static final String POOL =
      """
      agents:
        builder:
          name: Builder
          emoji: ⚒
          description: Mends what the team agreed on, one small change after the other.
          tags: [code, java]
          tools: [send_message, claim_task, update_task, post_artifact]
          systemPrompt: Build.
        tester:
          name: Tester
          emoji: ☑
          description: Repeats what others saw, and says with which steps.
          tags: [tests]
          tools: [send_message, submit_review]
          systemPrompt: Test.
        scribe:
          extends: builder
          name: Scribe
          description: Writes down what was decided.
          systemPrompt: Write.
      """;

  private Place place;
  private TeamRun run;
  private Chromium chromium;

  /**
   * A view.
   *
   * @param name of its screenshots
   * @param address after the {@code #/}
   * @param words that it shows of the run
   */
  private record View(String name, String address, String words) {}

  private final List<View> views = new ArrayList<>();

  @BeforeAll
  void begin(@TempDir Path data) throws IOException {
    place = OneFile.start(data);
    Files.createDirectories(place.home());
    Files.writeString(place.home().resolve("agents.pool.yml"), POOL);
    Files.writeString(
        place.home().resolve("session-agents-" + TeamRun.SESSION + ".yml"),
        "agents:\n  builder:\n  tester:\n");
    run = new TeamRun(place).begun();
    chromium = Chromium.start();
    String session = "sessions/" + TeamRun.SESSION;
    view("now", "now", "Branch is ready to try.");
    view("rooms", "rooms", "planning");
    view("room", "rooms/planning", "Repeated, with these steps:");
    view("board", session + "/board", "Keep the cart over a reload");
    view("graph", session + "/graph", "Keep the cart over a reload");
    view("timeline", session + "/timeline", "Keep the cart over a reload");
    view("timeline-table", session + "/timeline?as=table", "Keep the cart over a reload");
    view("charts", session + "/charts", "1 of 4 tasks");
    view("task", session + "/tasks/" + run.tasks.get(1), "Keep the cart over a reload");
    view("artifacts", session + "/artifacts", "cart.json");
    view("artifact", session + "/artifacts/" + run.plan, "tell support");
    view("sessions", "sessions", TeamRun.SESSION);
    view("session", session, "Branch is ready to try.");
    view("session-agent", session + "?agent=builder", "Thoughts");
    view("replay", session + "/replay", "Keep the cart over a reload");
    view("team", "team", "Repeats what others saw");
    view("memory", "memory?of=", "One change, one commit");
    view("access", "access", "No credential yet");
    view("audit", "audit", "of session " + TeamRun.SESSION);
    view("health", "health", "H2");
    view("search", "search?q=cookie", "the session cookie is set");
    view("search-work", "search?q=cart&in=work", "Keep the cart over a reload");
  }

  private void view(String name, String address, String words) {
    views.add(new View(name, address, words));
  }

  @AfterAll
  void stop() {
    if (chromium != null) {
      chromium.close();
    }
    if (place != null) {
      if (run != null) {
        run.close();
      }
      place.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void views_areShownAndAccessible(Look look) {
    try (OpenPage open = new OpenPage(look.in(chromium), place)) {
      for (View view : views) {
        open.at(view.address()).shows(view.words());
        open.screenshot(view.name() + "-" + look.name().toLowerCase(Locale.ROOT));
        open.isAccessible(look + " " + view.name());
        assertThat(open.page().evaluate("document.documentElement.scrollWidth"))
            .as("%s %s is no wider than the window", look, view.name())
            .isEqualTo(open.page().viewportSize().width);
      }
      assertThat(open.complaints()).isEmpty();
    }
  }

  @Test
  void views_showTheSameAfterAReload() {
    try (OpenPage open = new OpenPage(Look.LIGHT.in(chromium), place)) {
      for (View view : views) {
        open.at(view.address()).shows(view.words());
        open.page().reload();
        open.live().shows(view.words());
        assertThat(open.page().url()).endsWith("#/" + view.address());
      }
    }
  }

  /** The server may be away, or another version, when a view is loaded. */
  @Test
  void view_thatCannotBeLoaded_saysSo_andAReloadBringsIt() {
    try (OpenPage open = new OpenPage(Look.LIGHT.in(chromium), place)) {
      open.page().route(HEALTH, Route::abort);
      open.at("now").shows("Branch is ready to try.");
      open.at("health").shows("What draws this view could not be loaded.");
      open.at("rooms").shows("planning");
      open.at("health").shows("What draws this view could not be loaded.");
      open.page().unroute(HEALTH);
      open.main().getByText("Reload the page").click();
      open.live().shows("H2");
    }
  }

  @Test
  void keys_goFromViewToView() {
    try (OpenPage open = new OpenPage(Look.LIGHT.in(chromium), place)) {
      open.at("now").shows("Branch is ready to try.");
      open.page().keyboard().press("/");
      open.page().locator("#search:focus").waitFor();
      open.page().keyboard().press("Escape");
      Map<String, String> keys =
          Map.of(
              "r",
              "rooms",
              "b",
              "board",
              "a",
              "artifacts",
              "s",
              "sessions",
              "t",
              "team",
              "m",
              "memory",
              "p",
              "access",
              "u",
              "audit",
              "h",
              "health",
              "n",
              "now");
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
    try (OpenPage open = new OpenPage(Look.LIGHT.in(chromium), place)) {
      List<String> foreign = new CopyOnWriteArrayList<>();
      List<Response> ours = new CopyOnWriteArrayList<>();
      open.page()
          .onResponse(
              response -> {
                if (!response.url().startsWith(place.base().toString())) {
                  foreign.add(response.url());
                } else if (!response.url().contains("/api/")) {
                  ours.add(response);
                }
              });
      open.at("now");
      assertThat(foreign).isEmpty();
      int sizes = ours.stream().mapToInt(one -> one.request().sizes().responseBodySize).sum();
      assertThat(sizes).isBetween(20_000, 200_000);
    }
  }
}

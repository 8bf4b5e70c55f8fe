package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The speed of the page. Browser, server and agents share one machine and its clock. Not run unless
 * it is named; a figure is printed, and only what no noise explains fails.
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class PageFigures {
  private static final int SECONDS = Integer.getInteger("parley.page.seconds", 20);
  private static final int RUNS = Integer.getInteger("parley.page.runs", 5);
  private static final int SCROLL_SECONDS = 10;
  private static final int MINUTES = Integer.getInteger("parley.page.minutes", 60);

  /**
   * Until server and agents are compiled; the first figures were three times the last without it.
   */
  private static final int WARM_UP_SECONDS = Integer.getInteger("parley.page.warm", 90);

  /**
   * Notes of each text, once the browser says it is on the screen (Element Timing), how old the
   * time in it is. What is marked in the frame in which it is drawn is timed with that frame.
   */
  private static final String WATCH =
      """
      () => {
        window.ages = [];
        const said = /^figure [0-9]+ at ([0-9]+)$/;
        new PerformanceObserver((list) => {
          for (const { identifier, renderTime } of list.getEntries()) {
            window.ages.push(performance.timeOrigin + renderTime - Number(identifier));
          }
        }).observe({ type: "element" });
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes) {
            for (const node of addedNodes) {
              const shown = node.nodeType === Node.ELEMENT_NODE ? node.querySelectorAll(".entry-text") : [];
              for (const text of shown) {
                const [, at] = said.exec(text.textContent) ?? [];
                if (at) text.setAttribute("elementtiming", at);
              }
            }
          }
        }).observe(document.querySelector("main"), { childList: true, subtree: true });
      }
      """;

  @Test
  void eventToPixel(@TempDir Path data) throws Exception {
    try (OneFile place = OneFile.start(data);
        TeamRun run = new TeamRun(place).begun();
        Chromium chromium = Chromium.start();
        OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      List<RawMcp> agents = TeamLoad.agents(run);
      page.at("now").shows("Branch is ready to try.");
      TeamLoad.say(agents, WARM_UP_SECONDS);
      page.page().evaluate(WATCH);
      List<Double> medians = new ArrayList<>();
      List<Double> worst = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        page.page().evaluate("window.ages.length = 0");
        long said = TeamLoad.say(agents, SECONDS);
        page.page().waitForTimeout(1_000);
        double[] ages = ages(page.page());
        medians.add(Figures.percentile(ages, 50));
        worst.add(Figures.percentile(ages, 99));
        System.out.printf(
            Locale.ROOT,
            "page: %d said, %d seen, p50 %.0f ms, p99 %.0f ms%n",
            said,
            ages.length,
            Figures.percentile(ages, 50),
            Figures.percentile(ages, 99));
        assertThat((long) ages.length).isGreaterThan(said / 2);
      }
      Figures.print("event to pixel, p50 ms", medians);
      Figures.print("event to pixel, p99 ms", worst);
    }
  }

  @Test
  void costOfPages(@TempDir Path data) throws Exception {
    try (OneFile place = OneFile.start(data);
        TeamRun run = new TeamRun(place).begun()) {
      List<RawMcp> agents = TeamLoad.agents(run);
      OpenStreams first = OpenStreams.of(place.server());
      TeamLoad.say(agents, WARM_UP_SECONDS);
      first.leave();
      List<Double> costs = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        double without = cpu(place.server(), agents);
        OpenStreams pages = OpenStreams.of(place.server());
        double with = cpu(place.server(), agents);
        pages.leave();
        double events = (double) TeamLoad.EVENTS_A_SECOND * SECONDS;
        costs.add((with - without) / events / OpenStreams.COUNT);
        System.out.printf(
            Locale.ROOT,
            "page: CPU %.2f s without pages, %.2f s with %d%n",
            without / 1e6,
            with / 1e6,
            OpenStreams.COUNT);
      }
      Figures.print("server CPU of an event and page, us", costs);
    }
  }

  @Test
  void largeSession(@TempDir Path data) throws Exception {
    try (OneFile place = OneFile.start(data);
        TeamRun run = new TeamRun(place).begun();
        Chromium chromium = Chromium.start()) {
      for (int i = 0; i < 1_000; i++) {
        run.task("Task number " + i, "medium", "");
      }
      for (int i = 0; i < 10_000; i++) {
        run.lead.tool("send_message", "agent_id", "lead", "content", "message number " + i);
      }
      for (String view : List.of("", "/board")) {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
          try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
            long begun = System.nanoTime();
            page.at("sessions/" + TeamRun.SESSION + view)
                .shows(view.isEmpty() ? "message number 9999" : "Task number 1");
            times.add((System.nanoTime() - begun) / 1e6);
          }
        }
        Figures.print(
            "10,000 messages and 1,000 tasks, " + (view.isEmpty() ? "talk" : "board") + ", ms",
            times);
      }
      try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
        page.at("sessions/" + TeamRun.SESSION).shows("message number 9999");
        scroll(page.page(), ".conversation", -1);
        scroll(page.page(), ".conversation", 1);
        page.at("sessions/" + TeamRun.SESSION + "/board").shows("Task number 1");
        scroll(page.page(), ".lane-todo .cards", 1);
      }
    }
  }

  /**
   * Turns the wheel for some seconds, as fast as a hand does, and says how long the frames took.
   *
   * @param way -1 up, 1 down
   */
  private static void scroll(Page page, String list, int way) {
    page.hover("main " + list);
    page.evaluate(
        """
        () => {
          window.frames = [];
          let before = performance.now();
          const next = (now) => {
            window.frames.push(now - before);
            before = now;
            if (window.frames) requestAnimationFrame(next);
          };
          requestAnimationFrame(next);
        }
        """);
    long end = System.nanoTime() + Duration.ofSeconds(SCROLL_SECONDS).toNanos();
    int turns = 0;
    while (System.nanoTime() < end) {
      page.mouse().wheel(0, way * 240.0);
      page.waitForTimeout(15);
      turns++;
    }
    double[] frames =
        Figures.sorted(page.evaluate("() => { const all = frames; frames = null; return all; }"));
    String rows =
        String.valueOf(page.evaluate("document.querySelectorAll('main [data-row]').length"));
    System.out.printf(
        Locale.ROOT,
        "figure: scrolling %s %s, %d turns, %s rows drawn: frame p50 %.0f ms, p95 %.0f, p99 %.0f, longest %.0f%n",
        list,
        way < 0 ? "up" : "down",
        turns,
        rows,
        Figures.percentile(frames, 50),
        Figures.percentile(frames, 95),
        Figures.percentile(frames, 99),
        frames[frames.length - 1]);
  }

  /** The memory of the pages after a garbage collection, while a team works for an hour. */
  @Test
  void anHour(@TempDir Path data) throws Exception {
    try (OneFile place = OneFile.start(data);
        TeamRun run = new TeamRun(place).begun();
        Chromium chromium = Chromium.start()) {
      List<RawMcp> agents = TeamLoad.agents(run);
      List<OpenPage> pages = new ArrayList<>();
      for (String view : List.of("now", "rooms/planning", "sessions/" + TeamRun.SESSION)) {
        pages.add(new OpenPage(Look.LIGHT.in(chromium), place).at(view));
      }
      agents.get(0).tool("join_room", "room", "planning", "nickname", "agent-0");
      for (int minute = 1; minute <= MINUTES; minute++) {
        TeamLoad.work(run, agents.get(0), minute);
        if (minute == 1 || minute % 5 == 0) {
          StringBuilder line = new StringBuilder("figure: after " + minute + " min, MB / nodes:");
          for (OpenPage page : pages) {
            line.append(memory(page.page()));
          }
          System.out.println(line);
        }
      }
      pages.forEach(OpenPage::close);
    }
  }

  /** The heap of the page's scripts in MB, and the number of its nodes. */
  private static String memory(Page page) {
    CDPSession tools = page.context().newCDPSession(page);
    tools.send("HeapProfiler.collectGarbage");
    tools.send("Performance.enable");
    double heap = 0;
    double nodes = 0;
    for (JsonElement metric : tools.send("Performance.getMetrics").getAsJsonArray("metrics")) {
      JsonObject one = metric.getAsJsonObject();
      switch (one.get("name").getAsString()) {
        case "JSHeapUsedSize" -> heap = one.get("value").getAsDouble() / 1e6;
        case "Nodes" -> nodes = one.get("value").getAsDouble();
        default -> {}
      }
    }
    tools.detach();
    return String.format(Locale.ROOT, "  %.1f / %.0f", heap, nodes);
  }

  @Test
  void firstContent(@TempDir Path data) {
    try (OneFile place = OneFile.start(data);
        Chromium chromium = Chromium.start()) {
      List<Double> times = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
          page.at("now");
          Number painted =
              (Number)
                  page.page()
                      .evaluate(
                          "performance.getEntriesByName('first-contentful-paint')[0].startTime");
          times.add(painted.doubleValue());
        }
      }
      Figures.print("first content, ms", times);
    }
  }

  private static double cpu(RunningServer server, List<RawMcp> agents) throws Exception {
    double before = ServerCpu.micros(server);
    TeamLoad.say(agents, SECONDS);
    return ServerCpu.micros(server) - before;
  }

  private static double[] ages(Page page) {
    return Figures.sorted(page.evaluate("window.ages"));
  }
}

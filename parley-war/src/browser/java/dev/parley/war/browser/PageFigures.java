package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * How fast the page is. Browser, server and agents share one machine and its clock. Not run unless
 * it is named; a figure is printed, and only what no noise explains fails.
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class PageFigures {
  private static final int AGENTS = 50;
  private static final int EVENTS_A_SECOND = 200;
  private static final int SECONDS = Integer.getInteger("parley.page.seconds", 20);
  private static final int RUNS = Integer.getInteger("parley.page.runs", 5);
  private static final int PAGES = 50;
  private static final int SCROLL_SECONDS = 10;
  private static final int MINUTES = Integer.getInteger("parley.page.minutes", 60);

  /**
   * Until server and agents are compiled; the first figures were three times the last without it.
   */
  private static final int WARM_UP_SECONDS = Integer.getInteger("parley.page.warm", 90);

  private static final Pattern COMPILER =
      Pattern.compile("\"C[12] CompilerThread[^\\n]* cpu=([0-9.]+)ms");

  /** After the last page has gone the server follows what happens for a minute. */
  private static final int STILL_FOLLOWED_SECONDS = 65;

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
      List<RawMcp> agents = agents(run);
      page.at("now").shows("Branch is ready to try.");
      say(agents, WARM_UP_SECONDS);
      page.page().evaluate(WATCH);
      List<Double> medians = new ArrayList<>();
      List<Double> worst = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        page.page().evaluate("window.ages.length = 0");
        long said = say(agents, SECONDS);
        page.page().waitForTimeout(1_000);
        double[] ages = ages(page.page());
        medians.add(percentile(ages, 50));
        worst.add(percentile(ages, 99));
        System.out.printf(
            Locale.ROOT,
            "page: %d said, %d seen, p50 %.0f ms, p99 %.0f ms%n",
            said,
            ages.length,
            percentile(ages, 50),
            percentile(ages, 99));
        assertThat((long) ages.length).isGreaterThan(said / 2);
      }
      print("event to pixel, p50 ms", medians);
      print("event to pixel, p99 ms", worst);
    }
  }

  @Test
  void costOfPages(@TempDir Path data) throws Exception {
    try (OneFile place = OneFile.start(data);
        TeamRun run = new TeamRun(place).begun()) {
      List<RawMcp> agents = agents(run);
      List<Thread> first = pages(place.server());
      say(agents, WARM_UP_SECONDS);
      leave(first);
      List<Double> costs = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        double without = cpu(place.server(), agents);
        List<Thread> pages = pages(place.server());
        double with = cpu(place.server(), agents);
        leave(pages);
        double events = (double) EVENTS_A_SECOND * SECONDS;
        costs.add((with - without) / events / PAGES);
        System.out.printf(
            Locale.ROOT,
            "page: CPU %.2f s without pages, %.2f s with %d%n",
            without / 1e6,
            with / 1e6,
            PAGES);
      }
      print("server CPU of an event and page, us", costs);
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
        print(
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
        numbers(page.evaluate("() => { const all = frames; frames = null; return all; }"));
    String rows =
        String.valueOf(page.evaluate("document.querySelectorAll('main [data-row]').length"));
    System.out.printf(
        Locale.ROOT,
        "figure: scrolling %s %s, %d turns, %s rows drawn: frame p50 %.0f ms, p95 %.0f, p99 %.0f, longest %.0f%n",
        list,
        way < 0 ? "up" : "down",
        turns,
        rows,
        percentile(frames, 50),
        percentile(frames, 95),
        percentile(frames, 99),
        frames[frames.length - 1]);
  }

  /** What the pages hold while a team works on and on, after the garbage is taken out. */
  @Test
  void anHour(@TempDir Path data) throws Exception {
    try (OneFile place = OneFile.start(data);
        TeamRun run = new TeamRun(place).begun();
        Chromium chromium = Chromium.start()) {
      List<RawMcp> agents = agents(run);
      List<OpenPage> pages = new ArrayList<>();
      for (String view : List.of("now", "rooms/planning", "sessions/" + TeamRun.SESSION)) {
        pages.add(new OpenPage(Look.LIGHT.in(chromium), place).at(view));
      }
      agents.get(0).tool("join_room", "room", "planning", "nickname", "agent-0");
      for (int minute = 1; minute <= MINUTES; minute++) {
        work(run, agents.get(0), minute);
        if (minute == 1 || minute % 5 == 0) {
          StringBuilder line = new StringBuilder("figure: after " + minute + " min, MB / nodes:");
          for (OpenPage page : pages) {
            line.append(held(page.page()));
          }
          System.out.println(line);
        }
      }
      pages.forEach(OpenPage::close);
    }
  }

  /** A minute of a team at work, 20 events a second. */
  private static void work(TeamRun run, RawMcp agent, int minute) throws InterruptedException {
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    CountDownLatch left = new CountDownLatch(60 * 20);
    for (int i = 0; i < 60 * 20; i++) {
      String what = minute + "." + i;
      int kind = i % 100;
      Runnable act =
          () -> {
            switch (kind) {
              case 0 -> run.task("Task " + what, "medium", "");
              case 1 -> run.artifact("report-" + what, "report", "# Report\n\n" + what);
              default -> {
                if (kind % 2 == 0) {
                  agent.tool("parley_post", "topic", "planning", "content", "in the room: " + what);
                } else if (kind % 9 == 0) {
                  agent.tool("broadcast_thinking", "agent_id", "agent-0", "content", "On " + what);
                } else {
                  agent.tool("send_message", "agent_id", "agent-0", "content", "to all: " + what);
                }
              }
            }
            left.countDown();
          };
      var unused = clock.schedule(act, i * 50L, TimeUnit.MILLISECONDS);
    }
    left.await();
    clock.shutdown();
  }

  /** How much the page's scripts hold, and how many nodes. */
  private static String held(Page page) {
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
      print("first content, ms", times);
    }
  }

  private static List<RawMcp> agents(TeamRun run) {
    List<RawMcp> agents = new ArrayList<>();
    for (int i = 0; i < AGENTS; i++) {
      agents.add(run.agent("agent-" + i));
    }
    return agents;
  }

  private static final AtomicLong SAID = new AtomicLong();

  /** Every agent says something, in turn, evenly; answers how often. */
  private static long say(List<RawMcp> agents, int seconds) throws InterruptedException {
    long count = (long) EVENTS_A_SECOND * seconds;
    CountDownLatch left = new CountDownLatch((int) count);
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(8);
    for (long i = 0; i < count; i++) {
      RawMcp agent = agents.get((int) (i % AGENTS));
      String name = "agent-" + i % AGENTS;
      var unused =
          clock.schedule(
              () -> {
                synchronized (agent) {
                  agent.tool(
                      "send_message",
                      "agent_id",
                      name,
                      "content",
                      "figure " + SAID.incrementAndGet() + " at " + System.currentTimeMillis());
                }
                left.countDown();
              },
              i * 1_000_000 / EVENTS_A_SECOND,
              TimeUnit.MICROSECONDS);
    }
    left.await();
    clock.shutdown();
    return count;
  }

  private static double cpu(RunningServer server, List<RawMcp> agents) throws Exception {
    double before = micros(server);
    say(agents, SECONDS);
    return micros(server) - before;
  }

  /** What the server has worked so far, in microseconds, without what it compiled. */
  private static double micros(RunningServer server) throws Exception {
    double all = server.handle().info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e3;
    Process asked =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                String.valueOf(server.handle().pid()),
                "Thread.print")
            .start();
    String threads = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    double compiling =
        COMPILER
            .matcher(threads)
            .results()
            .mapToDouble(cpu -> Double.parseDouble(cpu.group(1)) * 1e3)
            .sum();
    assertThat(compiling).isPositive();
    return all - compiling;
  }

  /** So many pages as programs: each reads its stream. */
  private static List<Thread> pages(RunningServer server) throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    HttpResponse<String> login =
        http.send(
            HttpRequest.newBuilder(server.at("/api/login"))
                .header("Origin", server.base().toString())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"))
                .build(),
            BodyHandlers.ofString());
    String cookie = login.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    URI stream = server.at("/api/stream");
    List<Thread> pages = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      Thread page =
          new Thread(
              () -> {
                try (var body =
                    http.send(
                            HttpRequest.newBuilder(stream).header("Cookie", cookie).build(),
                            BodyHandlers.ofInputStream())
                        .body()) {
                  byte[] buffer = new byte[65_536];
                  while (body.read(buffer) >= 0 && !Thread.currentThread().isInterrupted()) {
                    // read on
                  }
                } catch (IOException | InterruptedException over) {
                  Thread.currentThread().interrupt();
                }
              });
      page.setDaemon(true);
      page.start();
      pages.add(page);
    }
    TimeUnit.SECONDS.sleep(2);
    return pages;
  }

  private static void leave(List<Thread> pages) throws InterruptedException {
    pages.forEach(Thread::interrupt);
    TimeUnit.SECONDS.sleep(STILL_FOLLOWED_SECONDS);
  }

  private static double[] ages(Page page) {
    return numbers(page.evaluate("window.ages"));
  }

  private static double[] numbers(Object list) {
    return ((List<?>) list)
        .stream().mapToDouble(number -> ((Number) number).doubleValue()).sorted().toArray();
  }

  private static double percentile(double[] sorted, int percent) {
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }

  private static void print(String what, List<Double> runs) {
    double[] sorted = runs.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "figure: %s: %.1f (%.1f to %.1f), %d runs%n",
        what,
        sorted[sorted.length / 2],
        sorted[0],
        sorted[sorted.length - 1],
        sorted.length);
  }
}

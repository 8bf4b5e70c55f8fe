package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Lists hold a window on what goes on without an end. */
@Tag("browser")
@ExtendWith(Chromium.class)
class ListsIT {
  @Test
  void listsThatGoOnAndOn_keepTheirSize(@TempDir Path data) {
    try (Place place = OneFile.start(data);
        TeamRun run = new TeamRun(place).begun();
        Chromium chromium = Chromium.start();
        OpenPage now = new OpenPage(Look.LIGHT.in(chromium), place);
        OpenPage room = new OpenPage(Look.LIGHT.in(chromium), place)) {
      now.at("now").shows("Branch is ready to try.");
      room.at("rooms/planning").shows("Repeated, with these steps:");
      // A little at a time: of what comes at once only the end is drawn.
      for (int last = 50; last <= 500; last += 50) {
        said(run, last - 49, last);
        now.shows("said " + last + ".");
        room.shows("said " + last + ".");
      }
      assertThat(nodes(now, ".feed")).isBetween(30, 400);
      assertThat(nodes(room, ".messages")).isBetween(30, 550);
      assertThat(mostRowsOnTheWay(room, "0", "said 1.")).isBetween(200, 300);
      assertThat(mostRowsOnTheWay(room, "list.scrollHeight", "said 500.")).isBetween(200, 300);
    }
  }

  /** All of a list's own children: its rows, and the marks around them. */
  private static int nodes(OpenPage page, String list) {
    return (int)
        page.page().evaluate("document.querySelector('main ol" + list + "').childNodes.length");
  }

  /** Scrolls on and on until the words are there; answers how many rows there were at most. */
  private static int mostRowsOnTheWay(OpenPage page, String where, String words) {
    int most = 0;
    for (int turns = 0; turns < 100; turns++) {
      String shown =
          (String)
              page.page()
                  .evaluate(
                      "() => { const list = document.querySelector('main .conversation');"
                          + " list.scrollTop = "
                          + where
                          + "; return list.innerText; }");
      page.page().waitForTimeout(100);
      most = Math.max(most, page.main().locator(".message").count());
      if (shown.lines().anyMatch(words::equals)) {
        return most;
      }
    }
    throw new AssertionError("never shown: " + words);
  }

  private static void said(TeamRun run, int from, int to) {
    for (int i = from; i <= to; i++) {
      run.lead.tool("parley_post", "topic", "planning", "content", "said " + i + ".");
    }
  }
}

package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two sessions side by side: what each came to, and that both go on under an open page. */
class ComparePageIT extends TeamPage {
  /** The session that the stream does not follow is asked for every few seconds. */
  private static final double POLLED = 40_000;

  /** The times at which a session was made, and gone back to, as the server says. */
  private static final String TIMES =
      """
      async (address) => {
        const { createdAt, startedAt } = await (await fetch(address)).json();
        return [createdAt, startedAt];
      }
      """;

  private static String address(String a, String b) {
    return "compare?a=" + a + "&b=" + b;
  }

  private TeamScript script(String session) {
    return new TeamScript(run, session);
  }

  @ParameterizedTest
  @EnumSource
  void twoSessions_areShownSideBySide(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    TeamScript one = script("one-" + name).task("Parse").task("Print").claimed("be", "Parse");
    one.moved("be", "Parse", "done").reviewed("be", "plan.md", "qa", "approved");
    one.told("be", "Said in the first.").summed("The first went well.");
    TeamScript two = script("two-" + name).task("Parse").task("Ship").claimed("fe", "Parse");
    two.reviewed("fe", "plan.md", "qa", "changes_requested").told("fe", "Said in the second.");
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      page.at(address(one.session, two.session)).shows("Said in the first.");
      page.shows("Said in the second.").shows("The first went well.");
      page.shows("1 of 2 done").shows("0 of 2 done");
      assertThat(cells(page, "Numbers", "Tasks")).containsExactly("1 of 2 done", "0 of 2 done");
      assertThat(cells(page, "Numbers", "Reviews approved")).containsExactly("1", "0");
      assertThat(cells(page, "Numbers", "Changes requested")).containsExactly("0", "1");
      assertThat(cells(page, "Tasks", "Parse")).containsExactly("Done be", "In progress fe");
      assertThat(cells(page, "Tasks", "Print")).containsExactly("Todo", "none");
      assertThat(cells(page, "Tasks", "Ship")).containsExactly("none", "Todo");
      assertThat(cells(page, "Artifacts", "plan.md"))
          .containsExactly("version 1 Approved", "version 1 Changes requested");
      page.screenshot("compare-" + name);
      page.isAccessible(look + " comparison");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
      page.becomes("document.title.includes('" + one.session + " and " + two.session + "')");
      assertThat(page.complaints()).isEmpty();
    }
  }

  /** The cells of a row of one of the tables, in words. */
  private static List<String> cells(OpenPage page, String table, String row) {
    Locator found =
        page.main()
            .getByRole(AriaRole.REGION, named(table))
            .getByRole(AriaRole.ROWHEADER, named(row))
            .locator("xpath=..");
    found.waitFor();
    return found.locator("td").allInnerTexts().stream()
        .map(text -> text.replaceAll("\\s+", " ").strip())
        .toList();
  }

  @Test
  void comparison_isOpenedByAKey_fromTheList_andFromASession() {
    TeamScript first = script("list-first").told("be", "The first of both.");
    TeamScript second = script("list-second").told("be", "The second of both.");
    try (OpenPage page = page()) {
      page.at("sessions").shows(first.session);
      page.main()
          .getByRole(AriaRole.LINK, named("Compare " + first.session + " with another one"))
          .click();
      page.page().waitForURL(url -> url.endsWith(address(first.session, second.session)));
      page.shows("The first of both.").shows("The second of both.");
      page.at("sessions/" + second.session).shows("The second of both.");
      page.page().keyboard().press("g");
      page.page().keyboard().press("v");
      page.page()
          .waitForURL(url -> url.contains("compare?a=" + second.session + "&b=" + first.session));
      page.at("sessions/" + second.session).shows("The second of both.");
      page.main().getByRole(AriaRole.LINK, named("Compare")).click();
      page.page().waitForURL(url -> url.contains("compare?a=" + second.session));
      page.at("sessions").shows(first.session);
      page.main().getByRole(AriaRole.LINK, named("Compare two")).click();
      page.page().waitForURL(url -> url.contains("compare?a=") && url.contains("&b="));
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void sides_areChosen_andExchanged() {
    TeamScript left = script("chosen-left").told("be", "On the left.");
    TeamScript right = script("chosen-right").told("be", "On the right.");
    TeamScript third = script("chosen-third").told("be", "On neither side.");
    try (OpenPage page = page()) {
      page.at(address(left.session, right.session)).shows("On the left.");
      page.main().getByRole(AriaRole.BUTTON, named("Exchange them")).click();
      page.page().waitForURL(url -> url.endsWith(address(right.session, left.session)));
      assertThat(page.main().getByLabel("First session").inputValue()).isEqualTo(right.session);
      page.main().getByLabel("First session").selectOption(third.session);
      page.page().waitForURL(url -> url.endsWith(address(third.session, left.session)));
      page.shows("On neither side.");
      assertThat(page.main().getByText("On the right.").count()).isZero();
      page.page().reload();
      page.live().shows("On neither side.").shows("On the left.");
    }
  }

  @Test
  void sessionThatWasGoneBackTo_startedWhenItWasMade() {
    TeamScript left = script("back-left").told("be", "Before it was left.");
    TeamScript right = script("back-right");
    left.again();
    try (OpenPage page = page()) {
      page.at(address(left.session, right.session)).shows("Before it was left.");
      Object times = page.page().evaluate(TIMES, "api/sessions/" + left.session);
      assertThat(times).asInstanceOf(InstanceOfAssertFactories.LIST).doesNotHaveDuplicates();
      Locator started =
          page.main()
              .getByRole(AriaRole.REGION, named("Numbers"))
              .getByRole(AriaRole.ROW)
              .filter(new Locator.FilterOptions().setHasText("Started"))
              .locator("time");
      assertThat(started.first().getAttribute("datetime")).isEqualTo(((List<?>) times).get(0));
    }
  }

  /** The stream follows the current session if it is shown, else the first; the other is polled. */
  @Test
  void bothSessions_goOnUnderAnOpenPage() {
    TeamScript followed = script("goes-followed").told("be", "Begun in the followed one.");
    TeamScript polled = script("goes-polled").told("be", "Begun in the polled one.");
    TeamScript current = script("goes-current").told("be", "Begun in the current one.");
    try (OpenPage page = page()) {
      List<String> streams = new CopyOnWriteArrayList<>();
      List<String> tasksOfFollowed = new CopyOnWriteArrayList<>();
      page.page().onRequest(request -> addIf(streams, request.url(), "/api/stream"));
      page.page()
          .onRequest(
              request ->
                  addIf(
                      tasksOfFollowed,
                      request.url(),
                      "/api/sessions/" + followed.session + "/tasks"));
      page.at(address(followed.session, polled.session)).shows("Begun in the polled one.");
      assertThat(streams).last().asString().endsWith("session=" + followed.session);
      page.page().waitForTimeout(1_000); // what was shown when the stream began is read again
      int reads = tasksOfFollowed.size();
      followed.task("Made meanwhile").told("be", "Goes on with a stream.");
      page.shows("Goes on with a stream.").shows("Made meanwhile");
      polled.task("Made unseen").told("fe", "Goes on without a stream.");
      Locator.WaitForOptions later = new Locator.WaitForOptions().setTimeout(POLLED);
      page.main().getByText("Goes on without a stream.").waitFor(later);
      page.main().getByText("Made unseen").first().waitFor(later);
      assertThat(tasksOfFollowed).as("the stream brings them").hasSize(reads);
      page.at(address(current.session, polled.session)).shows("Begun in the current one.");
      assertThat(streams).last().asString().endsWith("/api/stream");
      current.told("be", "The current one goes on.");
      page.shows("The current one goes on.");
      assertThat(page.complaints()).isEmpty();
    }
  }

  private static void addIf(List<String> urls, String url, String part) {
    if (url.contains(part)) {
      urls.add(url);
    }
  }

  /** The stream goes on as it was: it follows the current session before and after. */
  @Test
  void whatAnotherViewHasRead_isReadAgain() {
    TeamScript left = script("kept-left").task("Looked at").told("be", "Said before.");
    TeamScript current = script("kept-current").told("be", "Said in the current one.");
    try (OpenPage page = page()) {
      page.at(left.address("tasks/" + left.id("Looked at"))).shows("No message names this task.");
      page.at("now").shows("Said in the current one.");
      page.page().waitForTimeout(1_000); // another stream begins, and what was shown is read again
      left.task("Made later").told("be", "Said after it was left.");
      page.at(address(current.session, left.session)).shows("Said in the current one.");
      page.shows("Said after it was left.").shows("Made later");
    }
  }

  @Test
  void newestMessagesAlone_areRead() {
    TeamScript script = script("compare-newest");
    for (int i = 1; i <= 31; i++) {
      script.told("be", "Number " + i + ".");
    }
    try (OpenPage page = page()) {
      List<String> asked = new CopyOnWriteArrayList<>();
      page.page().onRequest(request -> asked.add(request.url()));
      page.at(address(script.session, TeamRun.SESSION)).shows("Number 31.").shows("Number 2.");
      page.shows("Earlier messages are left out.");
      assertThat(page.main().getByText("Number 1.", exactText()).count()).isZero();
      assertThat(asked)
          .filteredOn(url -> url.contains("kind=message_said"))
          .isNotEmpty()
          .allMatch(url -> url.contains("limit=30"));
    }
  }

  private static Locator.GetByTextOptions exactText() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  @Test
  void whatDrawsIt_isLoadedWhenItIsOpened() {
    TeamScript other = script("compare-loaded");
    try (OpenPage page = page()) {
      List<String> loaded = new CopyOnWriteArrayList<>();
      page.page().onResponse(response -> loaded.add(response.url()));
      page.at("sessions").shows(other.session);
      assertThat(loaded).noneMatch(url -> url.contains("/assets/compare/"));
      page.at(address(TeamRun.SESSION, other.session)).shows("Numbers");
      assertThat(loaded).anyMatch(url -> url.contains("/assets/compare/drawing.js"));
    }
  }

  @Test
  void sessionThatIsNotThere_isSaid() {
    try (OpenPage page = page()) {
      page.at(address(TeamRun.SESSION, "no-such-session")).shows("Two of us on the cart");
      for (String table : List.of("Numbers", "Tasks", "Artifacts")) {
        page.main()
            .getByRole(AriaRole.REGION, named(table))
            .getByText("session not found")
            .waitFor();
      }
      assertThat(cells(page, "Numbers", "Messages").get(1)).isEqualTo("not read");
      assertThat(cells(page, "Tasks", "Keep the cart over a reload").get(1)).isEqualTo("not read");
      assertThat(cells(page, "Artifacts", "plan.md").get(1)).isEqualTo("not read");
    }
  }
}

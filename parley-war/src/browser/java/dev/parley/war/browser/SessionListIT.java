package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The list of sessions says what each was for, how far it came, and how it ended. */
class SessionListIT extends TeamPage {
  @ParameterizedTest
  @EnumSource
  void session_isListedWithItsBeginning_itsTasks_itsAgents_andItsSummary(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    TeamScript script = new TeamScript(run, "listed-" + name);
    script.told("lead-1", "Make the <b>cart</b> outlive a reload.\n\nAnd say so.");
    script.task("One").task("Two").claimed("be", "One").moved("be", "One", "done");
    for (String agent : List.of("fe", "qa", "docs", "ops")) {
      script.told(agent, "here");
    }
    script.summed("\n## The **cart** is kept\n\nAll was well.");
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      page.at("sessions");
      Locator row = row(page, script.session);
      row.getByText("Make the <b>cart</b> outlive a reload.").waitFor();
      assertThat(row.innerText())
          .contains("started ", " s long", "1 of 2 tasks done", "The cart is kept", "and 3 more")
          .doesNotContain("And say so", "All was well", "##", "**");
      page.screenshot("sessions-" + name);
      page.isAccessible(look + " sessions");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void onlyRowsThatAreSeen_areReadInFull() {
    for (int i = 0; i < 40; i++) {
      new TeamScript(run, "many-" + i);
    }
    try (OpenPage page = page()) {
      List<String> read = new CopyOnWriteArrayList<>();
      page.page().onRequest(request -> read.add(request.url()));
      page.at("sessions");
      row(page, "many-39").getByText("no tasks").waitFor();
      assertThat(read).noneMatch(url -> url.endsWith("/api/sessions/many-2"));
      row(page, "many-2").scrollIntoViewIfNeeded();
      row(page, "many-2").getByText("no tasks").waitFor();
      assertThat(page.complaints()).isEmpty();
    }
  }

  private static Locator row(OpenPage page, String session) {
    return page.main().locator("li[data-session='" + session + "']");
  }
}

package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.parley.war.testing.RawMcp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The audit at the page: what was done and refused, filtered and exported. */
@Tag("browser")
@ExtendWith(Chromium.class)
class AuditViewIT {
  private static final String TOKEN = "the-token-of-the-deployer";
  private static final String KINDS = "all => [...new Set(all.map(one => one.dataset.action))]";

  @Test
  void audit_isShownFilteredAndExported(@TempDir Path data) throws IOException {
    try (OneFile place = OneFile.closed(data, TOKEN);
        Chromium chromium = Chromium.start();
        OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      try (RawMcp stranger =
          RawMcp.at(place.at("/mcp")).header("Authorization", "Bearer a-wrong-token")) {
        assertThat(stranger.initialize(RawMcp.VERSION).status()).isEqualTo(401);
      }
      page.at("audit").main().locator("[data-action='login.begin']").first().waitFor();
      read(page, "wrong_token");
      page.isAccessible("audit");
      page.screenshot("audit-light");

      Locator form = page.main().getByRole(AriaRole.SEARCH);
      form.getByLabel("Action").selectOption("access.refused");
      form.getByRole(AriaRole.BUTTON).click();
      page.page().waitForURL(url -> url.contains("action=access.refused"));
      // the list of before has these words, too
      page.main()
          .locator("[data-action='login.begin']")
          .first()
          .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
      page.shows("wrong_token");
      assertThat(page.main().locator("[data-action]").evaluateAll(KINDS))
          .isEqualTo(List.of("access.refused"));

      Download download =
          page.page()
              .waitForDownload(
                  () ->
                      page.main()
                          .getByRole(
                              AriaRole.LINK, new Locator.GetByRoleOptions().setName("Export"))
                          .click());
      assertThat(download.suggestedFilename()).isEqualTo("parley-audit.ndjson");
      assertThat(Files.readAllLines(download.path()))
          .isNotEmpty()
          .allMatch(line -> line.contains("\"action\":\"access.refused\""));
    }
  }

  /** Reads again until the view shows these words: an entry is stored within a second. */
  private static void read(OpenPage page, String words) {
    page.main()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Read again"))
        .click();
    for (int turns = 0; turns < 50 && page.main().getByText(words).count() == 0; turns++) {
      page.page().waitForTimeout(100);
      page.main()
          .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Read again"))
          .click();
    }
    page.shows(words);
  }
}

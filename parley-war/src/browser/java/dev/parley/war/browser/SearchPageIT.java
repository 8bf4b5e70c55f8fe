package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import org.junit.jupiter.api.Test;

/** The search by who said it. */
class SearchPageIT extends TeamPage {
  @Test
  void field_saidBy_showsTheMessagesOfOneAgent() {
    run.builder
        .tool("send_message", "agent_id", "builder", "content", "The gearbox is mine.")
        .accepted();
    run.tester
        .tool("send_message", "agent_id", "tester", "content", "The gearbox is tested.")
        .accepted();
    try (OpenPage page = page()) {
      page.at("search?in=work&q=gearbox").shows("The gearbox is tested.");
      page.shows("The gearbox is mine.");
      Locator form = page.main().locator("form.search-form");
      form.locator("[name=from]").fill("builder");
      form.locator("button").click();
      page.shows("by builder").shows("The gearbox is mine.");
      page.becomes("!document.querySelector('main').textContent.includes('is tested')");
      assertThat(page.page().url()).contains("from=builder");
      page.isAccessible("search by agent");
    }
  }
}

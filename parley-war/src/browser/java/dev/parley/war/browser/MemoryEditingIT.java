package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Writing memory on the page destroys nothing that agents wrote. */
@Tag("browser")
@ExtendWith(Chromium.class)
@TestInstance(Lifecycle.PER_CLASS)
class MemoryEditingIT {
  private static final String GUIDE = "Short.\n\n## Headings\n\nCase.\n\n## Dates\n\nISO.";

  private Place place;
  private TeamRun run;
  private Chromium chromium;

  @BeforeAll
  void begin(@TempDir Path data) {
    place = OneFile.start(data);
    run = new TeamRun(place);
    chromium = Chromium.start();
  }

  @AfterAll
  void stop() {
    chromium.close();
    run.close();
    place.close();
  }

  @Test
  void section_withHeadingsInside_isEditedWhole() {
    write("docs", "style guide", GUIDE);
    run.lead.tool("append_memory", "agent_id", "docs", "content", "An entry of today.");
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      Locator box = edit(page, "docs", "style guide");
      assertThat(box.inputValue()).isEqualTo(GUIDE);
      page.isAccessible("memory editor");
      box.fill(GUIDE + "\n\nAlways.");
      saved(page);
      page.shows("Always.");
      box = edit(page, "docs", "style guide");
      box.fill(box.inputValue() + "!");
      saved(page);
      page.shows("Always.!");
      assertThat(memory("docs"))
          .contains("## Headings", "## Dates", "Always.!")
          .containsOnlyOnce("An entry of today.");
      page.screenshot("memory-blocks-light");
    }
  }

  @Test
  void section_writtenMeanwhile_isShownBesideOnesOwn() {
    write("clash", "plan", "first");
    for (Look look : new Look[] {Look.LIGHT, Look.PHONE_DARK}) {
      write("clash", "plan", "first");
      try (OpenPage page = new OpenPage(look.in(chromium), place)) {
        Locator box = edit(page, "clash", "plan");
        box.fill("a person's words");
        write("clash", "plan", "AGENT WROTE THIS MEANWHILE");
        save(page);
        page.shows("written by somebody else meanwhile");
        page.shows("AGENT WROTE THIS MEANWHILE");
        assertThat(box.inputValue()).isEqualTo("a person's words");
        assertThat(memory("clash")).contains("AGENT WROTE THIS MEANWHILE");
        page.isAccessible(look + " conflict");
        page.screenshot("memory-conflict-" + look);
        Locator keep = page.main().getByRole(AriaRole.BUTTON, named("Keep what is there"));
        assertThat(keep.boundingBox().x).as("within the editor").isGreaterThan(box.boundingBox().x);
        page.main().getByRole(AriaRole.BUTTON, named("Save mine over it")).click();
        page.main().locator(".memory-editor").waitFor(gone());
        assertThat(memory("clash")).contains("a person's words").doesNotContain("MEANWHILE");
        assertThat(page.complaints()).allMatch(words -> words.contains("412"));
      }
    }
  }

  @Test
  void section_writtenMeanwhile_canBeLeftAsItIs() {
    write("kept", "plan", "first");
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      Locator box = edit(page, "kept", "plan");
      box.fill("mine");
      write("kept", "plan", "an agent's");
      save(page);
      page.main().getByRole(AriaRole.BUTTON, named("Keep what is there")).click();
      page.main().locator(".memory-editor").waitFor(gone());
      page.shows("an agent's");
      assertThat(memory("kept")).contains("an agent's");
    }
  }

  @Test
  void section_saved_isOfferedForChangeOnlyWithItsNewWords() {
    write("fresh", "plan", "first");
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      Locator box = edit(page, "fresh", "plan");
      box.fill("second");
      List<Route> reads = new ArrayList<>();
      page.page().route("**/api/memory/fresh", reads::add);
      page.page()
          .waitForResponse(answer -> answer.request().method().equals("PUT"), () -> save(page));
      page.page().waitForCondition(() -> !reads.isEmpty());
      page.page()
          .evaluate(
              "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
      assertThat(page.main().locator(".memory-editor").count()).isOne();
      page.page().unroute("**/api/memory/fresh");
      reads.forEach(Route::resume);
      page.main().locator(".memory-editor").waitFor(gone());
      assertThat(page.main().locator(".memory-section").innerText()).contains("second");
    }
  }

  @Test
  void section_withASlashInItsName_isWritten_andANewOneOverwritesNone() {
    write("slash", "CI/CD", "by an agent");
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      edit(page, "slash", "CI/CD").fill("by a person");
      saved(page);
      page.shows("by a person");
      page.main().getByRole(AriaRole.BUTTON, named("Section")).click();
      page.main()
          .getByLabel("Section", new Locator.GetByLabelOptions().setExact(true))
          .last()
          .fill("CI/CD");
      page.main().locator("#memory-content").fill("a second one");
      save(page);
      page.shows("written by somebody else meanwhile");
      assertThat(memory("slash")).contains("by a person").doesNotContain("a second one");
    }
  }

  @Test
  void escape_whileWordsAreTyped_throwsNothingAway() {
    write("typed", "plan", "first");
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      Locator box = edit(page, "typed", "plan");
      box.pressSequentially("half a thought ");
      box.press("Escape");
      page.page().keyboard().press("Escape");
      page.page().keyboard().press("Escape");
      assertThat(page.main().locator("#memory-content").inputValue()).contains("half a thought");
      page.at("rooms").at("memory?of=typed");
      page.becomes("document.querySelector('#memory-content')?.value.includes('half a thought')");
    }
  }

  private void write(String agent, String key, String content) {
    run.lead.tool("write_memory", "agent_id", agent, "key", key, "content", content);
  }

  private String memory(String agent) {
    return run.lead.tool("read_memory", "agent_id", agent).text();
  }

  private static Locator edit(OpenPage page, String agent, String section) {
    page.at("memory?of=" + agent);
    page.main().getByRole(AriaRole.BUTTON, named("Change " + section)).click();
    return page.main().locator("#memory-content");
  }

  private static void save(OpenPage page) {
    page.main().getByRole(AriaRole.BUTTON, named("Save")).click();
  }

  /** The words being typed are in the page, too: what is shown is asked for when they are gone. */
  private static void saved(OpenPage page) {
    save(page);
    page.main().locator(".memory-editor").waitFor(gone());
  }

  private static Locator.WaitForOptions gone() {
    return new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED);
  }
}

package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The ends that agents declare, as the page reads and shows them. */
class DeclaredEndIT extends TeamPage {
  private static final String IN = "sessions/" + TeamRun.SESSION;

  private static Object endOf(OpenPage page, String text) {
    return page.page()
        .evaluate(
            "async (text) => {"
                + "const file = new URL('assets/ends.js', document.baseURI).href;"
                + "const { endOf } = await import(file);"
                + "const end = endOf(text);"
                + "return end && [end.kind, end.words, end.confidence ?? 'none'].join('/');}",
            text);
  }

  @Test
  void text_isReadAsTheServerReadsIt() {
    Map<String, String> ends =
        Map.of(
            "end:waiting | Which?", "waiting/Which?/none",
            " \n end:failed|no disk ", "failed/no disk/none",
            "end:_done", "done//none",
            "end:_done all of it", "done/all of it/none",
            "end:waiting | a | b", "waiting/a | b/none",
            "end:_done | confidence:0.85 | all of it", "done/all of it/0.85",
            "end:_done | confidence:1", "done//1",
            "end:failed | confidence:0.1 | no", "failed/confidence:0.1 | no/none",
            "end:_done | confidence:high | x", "done/confidence:high | x/none");
    try (OpenPage page = page()) {
      page.at("now");
      ends.forEach((text, read) -> assertThat(endOf(page, text)).as(text).isEqualTo(read));
      for (String none :
          List.of("", "the end:_done", "end:done | x", "End:waiting", "end: failed")) {
        assertThat(endOf(page, none)).as(none).isNull();
      }
    }
  }

  @Test
  void declaredEnds_areLabelledInTheTalk_theFeed_andARoom() {
    run.builder
        .tool("send_message", "agent_id", "builder", "content", "end:waiting | Which **format**?")
        .accepted();
    run.tester
        .tool("send_message", "agent_id", "tester", "content", "end:failed | no disk is left")
        .accepted();
    run.lead
        .tool(
            "send_message",
            "agent_id",
            "lead",
            "content",
            "end:_done | confidence:0.7 | all of the cart")
        .accepted();
    run.lead
        .tool("parley_post", "topic", "planning", "content", "end:waiting | for the plan")
        .accepted();
    for (Look look : List.of(Look.LIGHT, Look.PHONE_DARK)) {
      try (OpenPage page = new OpenPage(look.in(chromium), place)) {
        page.at(IN);
        isShown(page, ".message", "Which format?", ".end-waiting", "Waiting");
        isShown(page, ".message", "no disk is left", ".end-failed", "Failed");
        isShown(page, ".message", "all of the cart", ".end-done", "Done 0.7");
        page.screenshot("declared-ends-" + look);
        page.isAccessible(look + " declared ends");
        page.at("rooms/planning");
        isShown(page, ".message", "for the plan", ".end-waiting", "Waiting");
        assertThat(page.complaints()).isEmpty();
      }
    }
    try (OpenPage page = page()) {
      page.at("now");
      isShown(page, ".entry", "no disk is left", ".end-failed", "Failed");
      isShown(page, ".entry", "for the plan", ".end-waiting", "Waiting");
      page.isAccessible("declared ends in the feed");
    }
  }

  private static void isShown(
      OpenPage page, String row, String words, String label, String labelled) {
    Locator shown =
        page.main().locator(row).filter(new Locator.FilterOptions().setHasText(words)).last();
    shown.waitFor();
    assertThat(shown.locator(label).innerText()).isEqualTo(labelled);
    assertThat(shown.innerText()).doesNotContain("end:").doesNotContain("|");
  }
}

package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.RawMcp;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Permission requests at the page: in full, and answered in place. */
@Tag("browser")
@ExtendWith(Chromium.class)
class PermissionPageIT {
  private static final String TOKEN = "the-token-of-the-deployer";
  private static final String REQUEST = "notifications/claude/channel/permission_request";
  private static final String TAIL = "the end of a long input";

  /** The second line of the input stands from left to right, whatever letters it has. */
  private static final String IS_IN_ORDER =
      """
      (() => {
        const input = document.querySelector(".permission-input");
        const texts = document.createTreeWalker(input, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const from = text.data.indexOf("\\n") + 1;
          if (from === 0) continue;
          const lefts = [0, 2, 4, 6].map((i) => {
            const letter = document.createRange();
            letter.setStart(text, from + i);
            letter.setEnd(text, from + i + 1);
            return letter.getBoundingClientRect().left;
          });
          return lefts.every((left, i) => i === 0 || left > lefts[i - 1]);
        }
        return false;
      })()
      """;

  /** Presses Allow of the first request in the list in the moment in which there are two. */
  private static final String PRESS_WHEN_THERE_ARE_TWO =
      """
      (() => {
        const list = document.querySelector(".waiting-list");
        new MutationObserver((changes, own) => {
          if (list.querySelectorAll(".permission").length < 2) return;
          own.disconnect();
          const allow = list.querySelector(".waiting-item .button-main");
          allow.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
          window.pressed = allow.innerText.trim();
        }).observe(list, { childList: true, subtree: true });
      })()
      """;

  private static void ask(RawMcp bot, String code) {
    assertThat(
            bot.notify(
                    REQUEST,
                    Map.of(
                        "request_id",
                        code,
                        "tool_name",
                        "Bash",
                        "description",
                        "Remove <b>the build</b>",
                        "input_preview",
                        "rm -rf target # \u202e\u200b\u00a0\n\u05d0 1 \u05d1 2\n"
                            + "all of it, ".repeat(300)
                            + TAIL))
                .status())
        .isEqualTo(202);
  }

  private static RawMcp agent(OneFile place) throws Exception {
    String token = CredentialMaker.of(place.server()).token("agent", "member", "default", "bot");
    return RawMcp.at(place.at("/mcp")).header("Authorization", "Bearer " + token).begin();
  }

  private static Locator item(OpenPage page, String code) {
    return page.page()
        .locator(".waiting-item")
        .filter(new Locator.FilterOptions().setHasText("yes " + code));
  }

  private static void press(OpenPage page, String code, String name) {
    Locator item = item(page, code);
    item.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true))
        .click();
    item.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
  }

  private static String answer(EventStreamReader pushes) {
    return pushes.next().json().path("params").toString();
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DARK", "PHONE"})
  void request_isShownInFull_andAnsweredInPlace(Look look, @TempDir Path data) throws Exception {
    try (OneFile place = OneFile.closed(data, TOKEN);
        Chromium chromium = Chromium.start();
        OpenPage page = new OpenPage(look.in(chromium), place);
        RawMcp bot = agent(place)) {
      EventStreamReader pushes = bot.listen();
      page.at("now");
      ask(bot, "abcde");
      ask(bot, "fghij");
      ask(bot, "kmnop");
      page.becomes("document.querySelector('.waiting-button .count')?.innerText === '3'");
      page.page().locator(".waiting-button").click();
      item(page, "abcde").waitFor();
      assertThat(item(page, "abcde").innerText())
          .contains("bot", "asks to use", "Bash", "Remove <b>the build</b>", TAIL)
          .contains("Purpose, in the agent's words")
          .contains("rm -rf target # \u27e8U+202E\u27e9\u27e8U+200B\u27e9\u27e8U+00A0\u27e9");
      page.becomes(IS_IN_ORDER);
      page.screenshot("permission-" + look);
      page.isAccessible("permission requests, " + look);
      press(page, "abcde", "Allow");
      assertThat(answer(pushes)).isEqualTo("{\"request_id\":\"abcde\",\"behavior\":\"allow\"}");
      press(page, "fghij", "Deny");
      assertThat(answer(pushes)).isEqualTo("{\"request_id\":\"fghij\",\"behavior\":\"deny\"}");
      press(page, "kmnop", "Not for me");
      page.page().getByText("Nothing waits for you").waitFor();
      assertThat(page.complaints()).isEmpty();
    }
  }

  /** The list moves under the pointer when a request comes: what it presses is another one. */
  @Test
  void pressInTheMomentInWhichTheListMoves_isNotTaken(@TempDir Path data) throws Exception {
    try (OneFile place = OneFile.closed(data, TOKEN);
        Chromium chromium = Chromium.start();
        OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place);
        RawMcp bot = agent(place)) {
      EventStreamReader pushes = bot.listen();
      page.at("now");
      ask(bot, "abcde");
      page.becomes("document.querySelector('.waiting-button .count')?.innerText === '1'");
      page.page().locator(".waiting-button").click();
      item(page, "abcde").waitFor();
      page.page().evaluate(PRESS_WHEN_THERE_ARE_TWO);
      ask(bot, "fghij");
      page.becomes("window.pressed === 'Allow'");
      press(page, "fghij", "Deny");
      press(page, "abcde", "Deny");
      assertThat(answer(pushes)).isEqualTo("{\"request_id\":\"fghij\",\"behavior\":\"deny\"}");
      assertThat(answer(pushes)).isEqualTo("{\"request_id\":\"abcde\",\"behavior\":\"deny\"}");
    }
  }

  /** A list of 61 messages, and of a permission request that is older than all of them. */
  private static String manyMessages() {
    String shared =
        """
        "session": "run", "room": null, "seq": 1, "artifact": null, "from": "bot",
        "everyone": false, "at": "2026-01-15T10:00:00.000Z",
        """;
    String messages =
        IntStream.rangeClosed(0, 60)
            .mapToObj(
                i ->
                    "{\"id\": \"m%d\", \"kind\": \"message\", %s".formatted(i, shared)
                        + "\"subject\": \"m%d\", \"text\": \"Number %d.\",".formatted(i, i)
                        + "\"actions\": [\"dismiss\"], \"permission\": null}")
            .collect(Collectors.joining(","));
    String request =
        "{\"id\": \"p1\", \"kind\": \"permission\", %s".formatted(shared)
            + "\"subject\": \"p1\", \"text\": \"\", \"actions\": [\"deny\", \"allow\"],"
            + "\"permission\": {\"code\": \"abcde\", \"tool\": \"Bash\", \"description\": \"\","
            + "\"input\": \"ls\", \"expiresAt\": \"2026-01-15T10:15:00.000Z\"}}";
    return "{\"items\": [" + messages + "," + request + "], \"next\": null}";
  }

  @Test
  void request_isListed_behindManyMessages(@TempDir Path data) {
    try (OneFile place = OneFile.start(data);
        Chromium chromium = Chromium.start();
        OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      page.page()
          .route(
              Pattern.compile(".*/api/waiting[?].*"),
              route ->
                  route.fulfill(
                      new Route.FulfillOptions()
                          .setContentType("application/json")
                          .setBody(manyMessages())));
      page.at("now");
      page.page().locator(".waiting-button").click();
      item(page, "abcde").waitFor();
      page.page().getByText("11 older ones follow when these are done.").waitFor();
    }
  }
}

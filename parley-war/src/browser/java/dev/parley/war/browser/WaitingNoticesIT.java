package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import org.junit.jupiter.api.Test;

/** A page says that something waits: aloud, by notifications, and by a sound. */
class WaitingNoticesIT extends WaitingPage {
  /**
   * A browser that allows notifications, records them and the tones it plays, and that can be said
   * to be hidden.
   */
  private static final String RECORDER =
      """
      window.shown = [];
      window.Notification = class {
        static permission =
          location.protocol === "http:" && localStorage.getItem("parley-notify")
            ? "granted"
            : "default";
        static requestPermission() {
          Notification.permission = "granted";
          return Promise.resolve("granted");
        }
        constructor(title) {
          window.shown.push(title);
        }
      };
      window.tones = 0;
      window.AudioContext = class {
        currentTime = 0;
        createOscillator() {
          return { frequency: {}, connect: (to) => to, start: () => window.tones++, stop() {} };
        }
        createGain() {
          return {
            gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
            connect: (to) => to,
          };
        }
      };
      Object.defineProperty(document, "hidden", { get: () => window.isAway === true });
      """;

  /** Records what is said aloud. */
  private static final String SPOKEN =
      """
      () => {
        window.spoken = [];
        const place = document.getElementById("announce");
        new MutationObserver(() => window.spoken.push(place.textContent))
          .observe(place, { childList: true, characterData: true, subtree: true });
      }
      """;

  @Test
  void directMessage_isAnnouncedOnce() {
    try (OpenPage page = page(Look.LIGHT)) {
      page.at("health");
      openEmpty(page);
      page.page().evaluate(SPOKEN);
      write();
      page.becomes("window.spoken.join().includes('tester wrote to you')");
      page.page().waitForTimeout(6_000); // the next that is said comes five seconds later
      assertThat(page.page().evaluate("window.spoken.join().split('wrote to you').length - 1"))
          .isEqualTo(1);
    }
  }

  private OpenPage recorded() {
    BrowserContext window = Look.LIGHT.in(chromium);
    window.addInitScript(RECORDER);
    return new OpenPage(window, place);
  }

  private static void isAway(OpenPage page, boolean away) {
    page.page().evaluate("window.isAway = " + away);
    page.page().evaluate("document.dispatchEvent(new Event('visibilitychange')) && null");
  }

  private static Object shown(OpenPage page) {
    return page.page().evaluate("window.shown.join()");
  }

  @Test
  void hiddenPage_notifies_whenThePersonWantsIt() {
    try (OpenPage page = recorded()) {
      page.at("now");
      openEmpty(page);
      isAway(page, true);
      ask();
      counts(page, 1);
      assertThat(shown(page)).isEqualTo("");
      assertThat(page.page().evaluate("window.tones")).isEqualTo(0);
      isAway(page, false);
      assertThat(page.page().locator("input[name=sound]").isChecked()).isFalse();
      page.page().locator("input[name=notify]").check();
      page.page().locator("input[name=sound]").check();
      assertThat(page.page().evaluate("window.tones")).isEqualTo(1);
      page.page().reload();
      page.live();
      counts(page, 1);
      assertThat(shown(page)).as("known from before").isEqualTo("");
      isAway(page, true);
      write();
      page.becomes("window.shown.length === 1");
      assertThat(shown(page)).isEqualTo("tester wrote to you");
      assertThat(page.page().evaluate("window.tones")).isEqualTo(1);
      page.becomes("document.title.startsWith('(2) ')");
    }
  }

  /** A page that is hidden for a minute has no stream. */
  @Test
  void pageHiddenForLong_asksForTheListAndNotifies() {
    try (OpenPage page = recorded()) {
      page.page().clock().install();
      page.at("now");
      openEmpty(page);
      page.page().locator("input[name=notify]").check();
      isAway(page, true);
      page.page().clock().fastForward(60_000);
      write();
      page.page().waitForTimeout(1_500);
      assertThat(shown(page)).as("without a stream").isEqualTo("");
      page.page().clock().fastForward(30_000);
      page.becomes("window.shown.length === 1");
      assertThat(shown(page)).isEqualTo("tester wrote to you");
    }
  }
}

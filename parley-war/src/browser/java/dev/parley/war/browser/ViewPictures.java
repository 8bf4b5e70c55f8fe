package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.detached;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.TimeoutError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Pictures of the views of a run at a moment of it, light, dark and on a phone. */
final class ViewPictures {
  private static final List<Look> LOOKS = List.of(Look.LIGHT, Look.DARK, Look.PHONE);

  /**
   * A view.
   *
   * @param name of its pictures
   * @param address after the {@code #/}
   * @param words that it shows at this moment
   */
  record View(String name, String address, String words) {}

  private final Chromium chromium;
  private final Place place;
  private final Path folder;
  private final List<String> missed = new ArrayList<>();

  ViewPictures(Chromium chromium, Place place, Path folder) {
    this.chromium = chromium;
    this.place = place;
    this.folder = folder;
  }

  /** Takes a picture of each view in each look, and of the list of what waits, with its words. */
  void take(String moment, String waiting, List<View> views) {
    for (Look look : LOOKS) {
      String name = look.name().toLowerCase(Locale.ROOT);
      try (OpenPage open = new OpenPage(look.in(chromium), place)) {
        for (View view : views) {
          open.at(view.address());
          isThere(look, view, open.main());
          shot(open, moment + "-" + view.name() + "-" + name);
          assertThat(open.page().evaluate("document.documentElement.scrollWidth"))
              .as("%s %s is no wider than the window", look, view.name())
              .isEqualTo(open.page().viewportSize().width);
        }
        WaitingPage.open(open);
        isThere(look, new View("waiting", "", waiting), open.page().locator(".dialog-waiting"));
        shot(open, moment + "-waiting-" + name);
        open.page().keyboard().press("Escape");
        open.page().locator("dialog").waitFor(detached());
        assertThat(open.complaints()).isEmpty();
      }
    }
  }

  /** The words that a view did not show when its picture was taken. */
  List<String> missed() {
    return missed;
  }

  private void isThere(Look look, View view, Locator place) {
    try {
      place.getByText(view.words()).locator("visible=true").first().waitFor();
      // The words may be of the view before, and a view reads several things at once.
      place.page().locator("main:not(:has(.loading))").waitFor();
    } catch (TimeoutError e) {
      missed.add(look + " " + view + ": " + place.innerText());
    }
  }

  private void shot(OpenPage open, String name) {
    open.page().screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + ".png")));
  }
}

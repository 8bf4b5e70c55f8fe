package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The panels of the page Now get other sizes, are folded, and stay so in this browser. */
class NowPanelsIT extends TeamPage {
  private static final double ROUNDED = 1.5;

  @Test
  void edge_isDraggedWithTheMouse_andStaysSo() {
    try (OpenPage page = page()) {
      page.at("now").shows("Branch is ready to try.");
      double feed = width(page, ".now-feed");
      assertThat(width(page, ".now-agents")).isCloseTo(288, within(ROUNDED));
      drag(page, edge(page, "Agents"), 60);
      isWide(page, "Agents", ".now-agents", 348);
      assertThat(width(page, ".now-feed")).isCloseTo(feed - 60, within(ROUNDED));
      drag(page, edge(page, "Board and unread"), -40);
      isWide(page, "Board and unread", ".now-rest", 312);
      page.screenshot("now-panels-dragged");
      page.page().reload();
      page.live().shows("Branch is ready to try.");
      isWide(page, "Agents", ".now-agents", 348);
      isWide(page, "Board and unread", ".now-rest", 312);
      edge(page, "Agents").dblclick();
      isWide(page, "Agents", ".now-agents", 288);
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void edge_isMovedWithKeys_betweenItsLimits() {
    try (OpenPage page = page()) {
      page.at("now").shows("Branch is ready to try.");
      Locator agents = edge(page, "Agents");
      agents.press("ArrowRight");
      isWide(page, "Agents", ".now-agents", 304);
      agents.press("ArrowLeft");
      agents.press("ArrowLeft");
      isWide(page, "Agents", ".now-agents", 272);
      edge(page, "Board and unread").press("ArrowLeft");
      isWide(page, "Board and unread", ".now-rest", 288);
      agents.press("Home");
      isWide(page, "Agents", ".now-agents", 200);
      agents.press("ArrowLeft");
      isWide(page, "Agents", ".now-agents", 200);
      agents.press("End");
      int most = Integer.parseInt(agents.getAttribute("aria-valuemax"));
      isWide(page, "Agents", ".now-agents", most);
      agents.press("Home");
      isWide(page, "Agents", ".now-agents", 200);
      drag(page, agents, 400);
      isWide(page, "Agents", ".now-agents", most);
      edge(page, "Board and unread").press("End");
      page.page().setViewportSize(1200, 800);
      page.becomes("document.querySelector('.now-feed').getBoundingClientRect().width > 150");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth")).isEqualTo(1200);
    }
  }

  @Test
  void panel_isFolded_andTheFocusStays() {
    try (OpenPage page = page()) {
      page.at("now").shows("Branch is ready to try.");
      double feed = width(page, ".now-feed");
      button(page, "Fold Agents").click();
      button(page, "Unfold Agents").waitFor();
      page.becomes("document.activeElement?.getAttribute('aria-label') === 'Unfold Agents'");
      assertThat(page.main().locator(".now-agents").isVisible()).isFalse();
      assertThat(width(page, ".now-feed")).isGreaterThan(feed + 200);
      edge(page, "Board and unread").press("Enter");
      button(page, "Unfold Board and unread").waitFor();
      page.page().reload();
      page.live().shows("Branch is ready to try.");
      button(page, "Unfold Board and unread").waitFor();
      page.screenshot("now-panels-folded");
      page.isAccessible("folded panels");
      page.page().keyboard().press("j");
      page.becomes("document.activeElement?.matches('.feed [data-row]')");
      button(page, "Unfold Agents").press("Enter");
      page.becomes("document.activeElement?.getAttribute('aria-label') === 'Fold Agents'");
      isWide(page, "Agents", ".now-agents", 288);
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void foldedPanel_isAWholePart_onAPhone() {
    try (OpenPage page = page()) {
      page.at("now").shows("Branch is ready to try.");
      edge(page, "Agents").press("End");
      button(page, "Fold Agents").click();
      button(page, "Unfold Agents").waitFor();
      page.page().setViewportSize(375, 812);
      button(page, "Agents").click();
      page.main().locator(".agent-card").first().waitFor();
      assertThat(width(page, ".now-agents")).isCloseTo(351, within(ROUNDED));
      assertThat(page.main().locator("[role=separator]:visible, .now-rail:visible").count())
          .isZero();
      assertThat(page.page().evaluate("document.documentElement.scrollWidth")).isEqualTo(375);
      page.screenshot("now-panels-phone");
    }
  }

  @Test
  void narrowWindow_hasTheRestBelow() {
    try (OpenPage page = page()) {
      page.page().setViewportSize(1024, 768);
      page.at("now").shows("Branch is ready to try.");
      isWide(page, "Agents", ".now-agents", 240);
      assertThat(box(page, ".now-rest").y)
          .isGreaterThan(box(page, ".now-feed").y + box(page, ".now-feed").height);
      page.screenshot("now-panels-narrow");
      page.isAccessible("narrow panels");
      button(page, "Fold Board and unread").click();
      button(page, "Unfold Board and unread").waitFor();
      page.screenshot("now-panels-narrow-folded");
      page.isAccessible("narrow, folded panels");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth")).isEqualTo(1024);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"PHONE", "PHONE_DARK"})
  void focusedEdge_isSeen(Look look) {
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      page.at("now").shows("Branch is ready to try.");
      edge(page, "Agents").focus();
      edge(page, "Agents").press("ArrowRight");
      page.screenshot("now-panels-" + look.name().toLowerCase(Locale.ROOT));
      page.isAccessible(look + " panels");
    }
  }

  private static void drag(OpenPage page, Locator edge, double by) {
    BoundingBox box = edge.boundingBox();
    double x = box.x + box.width / 2;
    double y = box.y + 60;
    page.page().mouse().move(x, y);
    page.page().mouse().down();
    page.page().mouse().move(x + by / 2, y);
    page.page().mouse().move(x + by, y);
    page.page().mouse().up();
  }

  /** The edge says this width, and the panel has it. */
  private static void isWide(OpenPage page, String name, String panel, int width) {
    page.becomes(
        "document.querySelector('[role=separator][aria-label=\"Width of "
            + name
            + "\"]')?.ariaValueNow === '"
            + width
            + "'");
    assertThat(width(page, panel)).isCloseTo(width, within(ROUNDED));
  }

  private static double width(OpenPage page, String panel) {
    return box(page, panel).width;
  }

  private static BoundingBox box(OpenPage page, String panel) {
    return page.main().locator(panel).boundingBox();
  }

  private static Locator edge(OpenPage page, String name) {
    return page.main().getByRole(AriaRole.SEPARATOR, named("Width of " + name));
  }

  private static Locator button(OpenPage page, String name) {
    return page.main().getByRole(AriaRole.BUTTON, named(name));
  }
}

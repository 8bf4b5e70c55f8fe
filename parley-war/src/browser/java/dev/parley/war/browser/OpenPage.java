package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** The page in one window. What it complains of on the console is kept. */
final class OpenPage implements AutoCloseable {
  private final BrowserContext window;
  private final Page page;
  private final String base;
  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
  private final Queue<String> dialogs = new ConcurrentLinkedQueue<>();

  /** The page of a place, to which whoever looks has come in. */
  OpenPage(BrowserContext window, Place place) {
    this(window, place.base().toString());
    place.token().ifPresent(this::comeIn);
  }

  /** The page of a place, for the person of a credential, under the name {@code guest}. */
  OpenPage(BrowserContext window, Place place, String token) {
    this(window, place.base().toString());
    comeIn(token);
  }

  OpenPage(BrowserContext window, String base) {
    this.window = window;
    this.base = base;
    this.page = window.newPage();
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error")) {
            complaints.add(message.text());
          }
        });
    page.onPageError(complaints::add);
    page.onDialog(
        dialog -> {
          dialogs.add(dialog.message());
          dialog.dismiss();
        });
  }

  private void comeIn(String token) {
    URI address = URI.create(base);
    APIResponse answer =
        window
            .request()
            .post(
                base + "/api/login",
                RequestOptions.create()
                    .setHeader("Origin", address.getScheme() + "://" + address.getAuthority())
                    .setData(Map.of("token", token, "name", "guest")));
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  /** Goes to a view, for example {@code now}; waits until it is live. */
  OpenPage at(String view) {
    page.navigate(base + "/#/" + view);
    return live();
  }

  OpenPage live() {
    page.getByText("live", new Page.GetByTextOptions().setExact(true)).first().waitFor();
    return this;
  }

  Page page() {
    return page;
  }

  Locator main() {
    return page.getByRole(AriaRole.MAIN);
  }

  /** Waits until the view shows these words. */
  OpenPage shows(String words) {
    main().getByText(words).first().waitFor();
    return this;
  }

  /**
   * Waits until this JavaScript is true. It is asked for again and again from here: the page's
   * policy lets nothing that is given as text poll inside of it.
   */
  void becomes(String condition) {
    for (int turns = 0; turns < 300; turns++) {
      if (Boolean.TRUE.equals(page.evaluate(condition))) {
        return;
      }
      page.waitForTimeout(50);
    }
    throw new AssertionError("never true: " + condition);
  }

  /** Waits until what the page has by now is drawn. */
  void isDrawn() {
    page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  }

  /** What the console was told as an error, and what asked the person something. */
  List<String> complaints() {
    return Stream.concat(complaints.stream(), dialogs.stream()).toList();
  }

  /** Fails where axe finds something. */
  void isAccessible(String what) {
    List<Rule> violations = new AxeBuilder(page).analyze().getViolations();
    assertThat(violations)
        .as(what)
        .extracting(rule -> rule.getId() + ": " + rule.getNodes().get(0).getHtml())
        .isEmpty();
  }

  void screenshot(String name) {
    Path folder = Path.of(System.getProperty("parley.screenshots", "target/screenshots"));
    page.screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + ".png")));
  }

  @Override
  public void close() {
    window.close();
  }
}

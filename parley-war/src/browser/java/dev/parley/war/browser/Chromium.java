package dev.parley.war.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The browser of this machine, driven by the Node of this machine. Where one of them is absent,
 * what needs it is skipped with a line that says so, unless the environment's {@code
 * PARLEY_REQUIRE_BROWSER} is set.
 */
final class Chromium implements AutoCloseable, ExecutionCondition {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  private final Playwright playwright;
  private final Browser browser;

  /** For JUnit, which asks whether there is one. */
  @SuppressWarnings("NullAway") // it is asked nothing else
  Chromium() {
    this.playwright = null;
    this.browser = null;
  }

  private Chromium(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /** Starts it. */
  static Chromium start() {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_NODEJS_PATH",
                        program(List.of("node")).orElseThrow().toString(),
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1")));
    Browser browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(program(NAMES).orElseThrow())
                    .setChromiumSandbox(false)
                    .setArgs(List.of("--disable-dev-shm-usage")));
    return new Chromium(playwright, browser);
  }

  /** A window without anything of another's, of this size. */
  BrowserContext window(int width, int height, ColorScheme scheme) {
    BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setReducedMotion(ReducedMotion.REDUCE)
                .setColorScheme(scheme));
    context.setDefaultTimeout(15_000);
    return context;
  }

  /** A window whose clock is that of a time zone. */
  BrowserContext windowIn(String timeZone) {
    BrowserContext context =
        browser.newContext(new Browser.NewContextOptions().setTimezoneId(timeZone));
    context.setDefaultTimeout(15_000);
    return context;
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (program(NAMES).isPresent() && program(List.of("node")).isPresent()) {
      return ConditionEvaluationResult.enabled("there is a browser");
    }
    String why = "The page is not looked at in a browser: chromium or node is not on the path.";
    if (System.getenv("PARLEY_REQUIRE_BROWSER") != null) {
      return ConditionEvaluationResult.enabled(why);
    }
    System.out.println(why);
    return ConditionEvaluationResult.disabled(why);
  }

  private static Optional<Path> program(List<String> names) {
    return names.stream()
        .flatMap(
            name ->
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}

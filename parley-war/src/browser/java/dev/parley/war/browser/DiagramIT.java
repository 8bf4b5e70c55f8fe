package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.options.RequestOptions;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mermaid diagrams of artifacts: what is drawn, and what the frame around it keeps out. */
class DiagramIT extends TeamPage {
  private static final String IN = "sessions/" + TeamRun.SESSION + "/artifacts/";
  private static final String FLOW = "flowchart LR\n  A[Cart] --> B[Database]\n  B --> C[Mail]\n";

  /** The answer to a script of the frame that tries to reach something outside. */
  private static final String REFUSED = "refused";

  private static String fenced(String flow) {
    return "# Flow\n\nHow it goes:\n\n```mermaid\n" + flow + "```\n\nAnd then.\n";
  }

  @ParameterizedTest
  @EnumSource
  void diagram_isDrawnInASandbox(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    String inText = run.artifact("flow-" + name + ".md", "design", fenced(FLOW));
    String alone = run.artifact("flow-" + name + ".mmd", "design", FLOW);
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      for (String artifact : List.of(inText, alone)) {
        page.at("health"); // where no diagram is left that could be taken for the one to come
        page.becomes("!document.querySelector('.diagram-note')");
        page.at(IN + artifact);
        Frame frame = drawn(page);
        frame.getByText("Database").first().waitFor();
        page.becomes("document.querySelector('.diagram-frame')?.height > 20");
        assertThat(page.main().locator("iframe").getAttribute("sandbox"))
            .isEqualTo("allow-scripts");
        assertThat(page.main().locator(".diagram svg").count()).isZero();
        assertThat(page.main().locator(".diagram details[open]").count()).isZero();
        reachesNothing(frame);
        page.isDrawn();
        page.screenshot("artifact-diagram-" + (artifact.equals(inText) ? "" : "alone-") + name);
        page.isAccessible(look + " diagram");
      }
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
    }
  }

  private static void reachesNothing(Frame frame) {
    assertThat(frame.evaluate("self.origin")).isEqualTo("null");
    assertThat(
            frame.evaluate(
                "fetch(new URL('/api/me', location.href)).then(() => 'reached', () => 'refused')"))
        .isEqualTo(REFUSED);
    assertThat(
            frame.evaluate(
                "(() => { try { return parent.document.title; } catch { return 'refused'; } })()"))
        .isEqualTo(REFUSED);
  }

  /** The frame of the diagram that is shown, once it is drawn. */
  private static Frame drawn(OpenPage page) {
    try {
      page.becomes("document.querySelector('.diagram-note')?.hidden === true");
    } catch (AssertionError undrawn) {
      throw new AssertionError("not drawn: " + page.complaints(), undrawn);
    }
    return page.page().frames().stream()
        .filter(frame -> frame.url().endsWith("/frame.html"))
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  @Test
  void library_isLoadedOnlyForADiagram() {
    String code = run.artifact("Plain.java", "document", "final class Plain {}\n");
    String flow = run.artifact("loaded.md", "design", fenced(FLOW));
    try (OpenPage page = page()) {
      Queue<String> asked = new ConcurrentLinkedQueue<>();
      page.page().onRequest(request -> asked.add(request.url()));
      page.at(IN + code);
      page.main().locator("pre .code-keyword").first().waitFor();
      assertThat(asked).noneMatch(url -> url.contains("mermaid") || url.contains("frame"));
      page.at(IN + flow);
      drawn(page);
      assertThat(asked)
          .anyMatch(url -> url.endsWith("/lib/mermaid.min.js"))
          .allMatch(url -> url.startsWith(place.base().toString()));
    }
  }

  @Test
  void diagramsPastTheBound_areText() {
    String flow = "```mermaid\nflowchart LR\n  A --> B\n```\n\n";
    String artifact = run.artifact("many.md", "design", flow.repeat(13));
    try (OpenPage page = page()) {
      page.at(IN + artifact);
      page.becomes("document.querySelectorAll('.diagram-note[hidden]').length === 12");
      assertThat(page.main().locator("iframe").count()).isEqualTo(12);
      assertThat(page.main().locator(".prose > pre").count()).isEqualTo(1);
    }
  }

  @Test
  void diagramThatIsTooLong_isText() {
    String most = "flowchart LR\n%%" + "x".repeat(20_000 - 18) + "\nA\n"; // 20,000 characters
    assertThat(most).hasSize(20_000);
    try (OpenPage page = page()) {
      page.at(IN + run.artifact("most.mmd", "design", most));
      drawn(page);
      page.at(IN + run.artifact("past.mmd", "design", most + "\n"))
          .shows("The diagram is too long to be drawn.");
      assertThat(page.main().locator("iframe").count()).isZero();
    }
  }

  @Test
  void diagramThatCannotBeDrawn_leavesItsSource() {
    String artifact = run.artifact("broken.mmd", "design", "flowchart LR\n  A --> [[[");
    try (OpenPage page = page()) {
      page.at(IN + artifact).shows("The diagram could not be drawn.");
      assertThat(page.main().locator(".diagram pre").isVisible()).isTrue();
      assertThat(page.main().locator("iframe").count()).isZero();
      page.isAccessible("source of a diagram");
    }
  }

  @Test
  void pageOfTheFrame_isASandbox_whereverItIsOpened() {
    try (OpenPage page = page()) {
      String address = place.base() + "/assets/artifact/frame.html";
      assertThat(page.page().request().get(address).headers().get("content-security-policy"))
          .contains("sandbox allow-scripts;", "default-src 'none'", "frame-ancestors 'self'")
          .doesNotContain("allow-same-origin", "connect-src", "img-src");
      page.page().navigate(address);
      assertThat(page.page().evaluate("self.origin")).isEqualTo("null");
    }
  }

  /** A browser sends the origin {@code null} from the frame, which no other page of ours has. */
  @Test
  void filesOfTheFrame_areAnsweredToItsOrigin_andNothingElseIs() {
    try (OpenPage page = page()) {
      for (String file :
          List.of("artifact/frame.html", "artifact/frame.js", "lib/mermaid.min.js")) {
        APIResponse answer = asked(page, "/assets/" + file, "null");
        assertThat(answer.status()).as(file).isEqualTo(200);
        assertThat(answer.headers().get("cross-origin-resource-policy")).isEqualTo("cross-origin");
        assertThat(asked(page, "/assets/" + file, "https://example.org").status()).isEqualTo(403);
      }
      for (String path : List.of("/", "/assets/base.css", "/assets/artifact/code.js", "/api/me")) {
        assertThat(asked(page, path, "null").status()).as(path).isEqualTo(403);
      }
    }
  }

  private APIResponse asked(OpenPage page, String path, String origin) {
    return page.page()
        .request()
        .get(place.base() + path, RequestOptions.create().setHeader("Origin", origin));
  }

  @Test
  void attacks_stayInTheFrame() {
    String artifact =
        run.artifact(
            "attack.mmd",
            "design",
            """
            %%{init: {"securityLevel": "loose", "htmlLabels": true}}%%
            flowchart LR
              A["<img src=x onerror=alert('label')>Reached"] --> B[End]
              click A "javascript:alert('click')"
              click B "https://example.org/" _top
            """);
    try (OpenPage page = page()) {
      Queue<String> answered = new ConcurrentLinkedQueue<>();
      page.page().onResponse(answer -> answered.add(answer.url()));
      page.at(IN + artifact);
      Frame frame = drawn(page);
      frame.getByText("Reached").first().waitFor();
      assertThat(frame.locator("a[href], a[xlink\\:href], script[src=''], [onerror]").count())
          .isZero();
      for (String label : List.of("Reached", "End")) {
        frame.getByText(label).first().click();
      }
      page.page().evaluate("postMessage({ kind: 'drawn', height: 2999 }, '*')");
      frame.evaluate("parent.postMessage({ kind: 'drawn', height: 77 }, '*')");
      page.becomes("document.querySelector('iframe').height === '77'");
      frame.evaluate("parent.postMessage({ kind: 'drawn', height: 30001 }, '*')");
      page.becomes("document.querySelector('iframe').height === '3000'");
      assertThat(frame.url()).endsWith("/frame.html");
      assertThat(page.complaints())
          .as("no dialogs, and what the policy of the frame refuses")
          .allMatch(complaint -> complaint.endsWith("The action has been blocked."));
      assertThat(answered)
          .allMatch(url -> url.startsWith(place.base().toString()) && !url.endsWith("/x"));
    }
  }
}

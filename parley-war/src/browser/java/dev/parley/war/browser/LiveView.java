package dev.parley.war.browser;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A page that stays open at a view, and notes the moment at which words appear in it. */
final class LiveView implements AutoCloseable {
  /** Stands for the title of the document where a selector is asked for. */
  static final String TITLE = "title";

  private static final AtomicInteger KEYS = new AtomicInteger();

  /**
   * Notes when it becomes true that a visible element has these words, or that none has them. The
   * parts of the words between {@code " … "} follow each other with anything in between. The name
   * that an element has for a screen reader counts as its words.
   */
  private static final String WATCH =
      """
      ([key, selector, words, gone]) => {
        const says = (text) => {
          let from = 0;
          for (const part of words.split(" … ")) {
            const found = text.indexOf(part, from);
            if (found < 0) return false;
            from = found + part.length;
          }
          return true;
        };
        const textOf = (element) =>
          `${element.innerText} ${element.getAttribute("aria-label") ?? ""}`.replace(/\\s+/g, " ");
        const has = () =>
          selector === "title"
            ? says(document.title)
            : [...document.querySelectorAll(selector)].some(
                (element) => element.checkVisibility() && says(textOf(element)),
              );
        const is = () => has() !== gone;
        if (is()) return false;
        let end = () => {};
        const observer = new MutationObserver(() => is() && end(Date.now()));
        const moment = new Promise((done) => {
          end = (at) => {
            observer.disconnect();
            done(at);
          };
        });
        observer.observe(document, {
          childList: true,
          subtree: true,
          characterData: true,
          attributes: true,
        });
        window.seen ??= {};
        window.seen[key] = { moment, end };
        return true;
      }
      """;

  /** Ends with the moment at which it became true, or with -1 once the time is over. */
  private static final String AWAIT =
      """
      ([key, left]) => {
        const { moment, end } = window.seen[key];
        setTimeout(() => end(-1), left);
        return moment;
      }
      """;

  /**
   * Words that a view is to say, or to say no more, after an act.
   *
   * @param selector of the elements that may say them
   * @param isGone the words are there before the act, and not after it
   * @param limit the time from the act to the words
   */
  record Expected(LiveView view, String selector, String words, boolean isGone, Duration limit) {

    Expected within(Duration other) {
      return new Expected(view, selector, words, isGone, other);
    }

    /** Begins to look for them; returns the key of what is seen. */
    int watched() {
      int key = KEYS.incrementAndGet();
      Object begun = view.page.page().evaluate(WATCH, List.of(key, selector, words, isGone));
      if (!Boolean.TRUE.equals(begun)) {
        throw new AssertionError("before the act already, " + this);
      }
      return key;
    }

    /**
     * Waits until they are seen; returns the time of it, by the clock, or -1 after the limit.
     *
     * @param acted the time of the act, from which the limit counts
     */
    long seen(int key, long acted) {
      long left = acted + limit.toMillis() - System.currentTimeMillis();
      Object at = view.page.page().evaluate(AWAIT, List.of(key, (int) Math.max(0, left)));
      return ((Number) at).longValue();
    }

    /** These words, and those that the view has in their place. */
    String whatIsThere() {
      return this + "; there is: " + view.words();
    }

    @Override
    public String toString() {
      return view.name + (isGone ? ", no more: " : ": ") + words;
    }
  }

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final String name;
  final OpenPage page;

  LiveView(String name, Chromium chromium, Place place) {
    this.name = name;
    this.page = new OpenPage(Look.LIGHT.in(chromium), place);
  }

  /** Goes to a view, and waits for words there. */
  LiveView at(String view, String words) {
    page.at(view).shows(words);
    return this;
  }

  Expected says(String selector, String words) {
    return new Expected(this, selector, words, false, LIMIT);
  }

  Expected saysNoMore(String selector, String words) {
    return new Expected(this, selector, words, true, LIMIT);
  }

  private String words() {
    return page.page().title() + " | " + page.page().locator("body").innerText();
  }

  @Override
  public void close() {
    page.close();
  }
}

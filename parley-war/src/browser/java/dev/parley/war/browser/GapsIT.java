package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing is lost between an answer of the server and the stream, in whatever order they arrive.
 * The tests hold answers back, so that they do not depend on load.
 */
class GapsIT extends TeamPage {
  /** The request of the room view; the feed of all rooms reads fewer at once. */
  private static final Pattern HISTORY =
      Pattern.compile(".*/api/rooms/planning/messages[?].*limit=100");

  private static final Pattern ROOM = Pattern.compile(".*/api/rooms/planning/messages.*");
  private static final Pattern AFTER =
      Pattern.compile(".*/api/rooms/planning/messages[?].*after=.*");
  private static final Pattern AGENTS = Pattern.compile(".*/api/agents");
  private static final Pattern STREAM = Pattern.compile(".*/api/stream.*");

  /** Answers that the server has given, and that the page gets later. */
  private static final class DelayedAnswers {
    private record Answer(Route route, APIResponse response) {}

    private final Page page;
    private final List<Answer> answers = new ArrayList<>();

    DelayedAnswers(Page page, Pattern address) {
      this.page = page;
      page.route(address, route -> answers.add(new Answer(route, route.fetch())));
    }

    /** Waits until so many answers were held back since the last release. */
    void await(int count) {
      for (int turns = 0; answers.size() < count && turns < 300; turns++) {
        page.waitForTimeout(50);
      }
      assertThat(answers).hasSizeGreaterThanOrEqualTo(count);
    }

    /** Lets go what was held back so far; what is asked for meanwhile is held back again. */
    void release() {
      List<Answer> released = List.copyOf(answers);
      answers.clear();
      released.forEach(
          answer ->
              answer.route().fulfill(new Route.FulfillOptions().setResponse(answer.response())));
    }
  }

  @Test
  void message_duringAReadThatFollowsTheHello_isShownOnce() {
    try (OpenPage page = page()) {
      DelayedAnswers history = new DelayedAnswers(page.page(), HISTORY);
      page.page().route(STREAM, Route::abort);
      page.page().navigate(place.base() + "/#/rooms/planning");
      history.await(1);
      page.page().unroute(STREAM); // the hello comes after the first read has begun
      page.live();
      history.release();
      history.await(1);
      said("during the read 1.");
      page.page().waitForTimeout(500); // the stream brings it before the answer, where it can
      history.release();
      page.page().unroute(HISTORY);
      said("during the read 2.");
      page.shows("during the read 2.").shows("during the read 1.");
      assertThat(shown(page, "during the read ")).containsExactly("1.", "2.");
    }
  }

  @Test
  void message_beforeTheStream_isReadThoughALaterOneArrivesFirst() {
    try (OpenPage page = page()) {
      DelayedAnswers history = new DelayedAnswers(page.page(), HISTORY);
      page.page().route(STREAM, Route::abort);
      page.page().navigate(place.base() + "/#/rooms/planning");
      history.await(1);
      said("before the stream 1.");
      page.page().unroute(STREAM);
      page.live();
      said("before the stream 2.");
      page.page().waitForTimeout(500);
      history.release();
      page.page().unroute(HISTORY);
      history.release();
      page.shows("before the stream 2.").shows("before the stream 1.");
      assertThat(shown(page, "before the stream ")).containsExactly("1.", "2.");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rooms/planning", "now"})
  void message_whileNoStreamIsOpen_isReadThoughTheFirstReadIsRefused(String view) {
    String words = "missed in " + view + " ";
    Pattern reads = view.equals("now") ? ROOM : HISTORY;
    try (OpenPage page = page()) {
      page.at(view).shows("Repeated, with these steps:");
      page.page().route(STREAM, Route::abort);
      page.page().navigate(place.base() + "/#/sessions/another"); // for which it opens a stream
      page.page().getByText("retry now").first().waitFor();
      said(words + "1.");
      page.page().route(reads, route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
      page.page().unroute(STREAM);
      page.at(view);
      said(words + "2.");
      page.page().waitForTimeout(500); // the stream brings it
      page.page().unroute(reads);
      page.shows(words + "2.").shows(words + "1.");
      assertThat(shown(page, words)).containsExactly("1.", "2.");
    }
  }

  @Test
  void page_thatBeginsInTheCurrentSession_opensOneStream() {
    try (OpenPage page = page()) {
      List<String> opened = new ArrayList<>();
      page.page().onRequest(request -> noteStream(opened, request.url()));
      page.at("sessions/" + TeamRun.SESSION).shows("Two of us on the cart");
      page.page().waitForTimeout(500); // the server names the current session with the first words
      assertThat(opened).hasSize(1);
    }
  }

  private static void noteStream(List<String> opened, String address) {
    if (STREAM.matcher(address).matches()) {
      opened.add(address);
    }
  }

  /** The log was put back to an older copy: the page's position is none of it. */
  @ParameterizedTest
  @ValueSource(strings = {"rooms/planning", "now"})
  void message_whileNoStreamIsOpen_isReadThoughThePositionIsLost(String view) {
    String words = "put back in " + view + " ";
    try (OpenPage page = page()) {
      page.at(view).shows("Repeated, with these steps:");
      page.page().route(STREAM, Route::abort);
      page.page().navigate(place.base() + "/#/sessions/another"); // for which it opens a stream
      page.page().getByText("retry now").first().waitFor();
      said(words + "1.");
      page.page()
          .route(
              AFTER,
              route ->
                  route.fulfill(
                      new Route.FulfillOptions()
                          .setStatus(409)
                          .setContentType("application/problem+json")
                          .setBody("{\"code\":\"position_lost\",\"detail\":\"It is lost.\"}")));
      page.page().unroute(STREAM);
      page.at(view).shows(words + "1.");
    }
  }

  @Test
  void agent_whoComesDuringTheRead_isShown() {
    try (OpenPage page = page()) {
      DelayedAnswers agents = new DelayedAnswers(page.page(), AGENTS);
      page.page().navigate(place.base() + "/#/now");
      agents.await(1);
      run.agent("comes-meanwhile");
      page.page().waitForTimeout(2_000); // the stream tells of the agent
      agents.release();
      page.shows("Branch is ready to try.").shows("comes-meanwhile");
    }
  }

  @Test
  void room_madeUnderAnOpenPage_showsItsFirstMessages() {
    try (OpenPage page = page()) {
      page.at("now").shows("Branch is ready to try.");
      for (int i = 1; i <= 5; i++) {
        run.lead.tool("parley_post", "topic", "made-just-now", "content", "first words " + i + ".");
      }
      page.shows("first words 5.");
      page.shows("first words 1.");
    }
  }

  private void said(String words) {
    run.lead.tool("parley_post", "topic", "planning", "content", words);
  }

  /** The ends of the messages that begin with {@code words}, in the order of the page. */
  private static List<String> shown(OpenPage page, String words) {
    return page.main().getByText(words, new Locator.GetByTextOptions()).allInnerTexts().stream()
        .map(String::strip)
        .filter(text -> text.startsWith(words))
        .map(text -> text.substring(words.length()))
        .toList();
  }
}

package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/** Requests that a page has made, and that the server gets when a test lets them go. */
final class DelayedRequests {
  private final Page page;
  private final List<Route> requests = new ArrayList<>();

  DelayedRequests(Page page, String method, Pattern address) {
    this.page = page;
    page.route(
        address,
        route -> {
          if (route.request().method().equals(method)) {
            requests.add(route);
          } else {
            route.resume();
          }
        });
  }

  /** Waits until so many were held back since the last release. */
  void await(int count) {
    for (int turns = 0; requests.size() < count && turns < 300; turns++) {
      page.waitForTimeout(50);
    }
    assertThat(requests).hasSize(count);
  }

  /** Lets go what was held back so far. */
  void release() {
    List<Route> released = List.copyOf(requests);
    requests.clear();
    released.forEach(Route::resume);
  }

  /** Answers what was held back so far with a refusal. The server gets none of it. */
  void refuse() {
    List<Route> refused = List.copyOf(requests);
    requests.clear();
    refused.forEach(DelayedRequests::refuse);
  }

  /** Answers a request with a refusal, "Not now." The server does not get it. */
  static void refuse(Route route) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(409)
            .setContentType("application/problem+json")
            .setBody("{\"code\":\"refused\",\"detail\":\"Not now.\"}"));
  }

  /** Loses the answer of the server to the next {@code POST}, which it has taken. */
  static void loseAnswer(Page page, Pattern address, URI base) {
    AtomicBoolean isLost = new AtomicBoolean();
    page.route(
        address,
        route -> {
          if (!route.request().method().equals("POST") || !isLost.compareAndSet(false, true)) {
            route.resume();
            return;
          }
          Map<String, String> headers = new HashMap<>(route.request().headers());
          headers.put("origin", base.getScheme() + "://" + base.getAuthority());
          assertThat(route.fetch(new Route.FetchOptions().setHeaders(headers)).ok()).isTrue();
          route.abort();
        });
  }
}

package dev.parley.war.web;

import dev.parley.agent.Connection;
import dev.parley.id.SessionId;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import dev.parley.war.mcp.EventStreamFilter;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Serves the event stream of pages. A filter, because JAX-RS offers no non-blocking output. */
public final class FeedFilter implements Filter {

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    if (!http.getMethod().equals("GET")) {
      chain.doFilter(request, response);
      return;
    }
    Login sitting;
    Optional<SessionId> session;
    try {
      sitting = Login.of(http);
      session = Optional.ofNullable(session(http)).map(SessionId::new);
      Connection unusedYet = sitting.observer();
    } catch (HttpProblemException refused) {
      LoginFilter.refuse((HttpServletResponse) response, refused.detail());
      return;
    } catch (ParleyException refused) {
      LoginFilter.refuse((HttpServletResponse) response, ProblemDetail.of(refused.problem()));
      return;
    }
    int max = Web.of(http.getServletContext()).maxStreams();
    if (!sitting.openStream(max)) {
      LoginFilter.refuse(
          (HttpServletResponse) response,
          ProblemDetail.of(new LimitReached("open pages of one login", max)));
      return;
    }
    AsyncContext async = EventStreamFilter.startAsync(http);
    EventStreamFilter.begin(http, (HttpServletResponse) response);
    PageStream page =
        new PageStream(
            async,
            sitting,
            session,
            over -> {
              sitting.streamEnded();
              sitting.feed().over(over);
            });
    sitting.feed().open(page);
    response.getOutputStream().setWriteListener(page.listener());
  }

  private static @Nullable String session(HttpServletRequest request) {
    try {
      return request.getParameter("session");
    } catch (RuntimeException notEncoded) { // each container has its own
      throw new HttpProblemException(
          new ProblemDetail(
              400, "bad_request", "The query is not encoded as it must be.", Map.of()));
    }
  }
}

package dev.parley.war.feed;

import dev.parley.agent.Connection;
import dev.parley.id.SessionId;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import dev.parley.war.http.EventStreamResponse;
import dev.parley.war.http.Refusals;
import dev.parley.war.login.Login;
import dev.parley.war.wire.HttpProblemException;
import dev.parley.war.wire.ProblemDetail;
import dev.parley.war.wire.RequestRefusal;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
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
    Login login;
    Optional<SessionId> session;
    try {
      login = Login.of(http);
      session = Optional.ofNullable(session(http)).map(SessionId::new);
      Connection unusedYet = login.observer();
    } catch (HttpProblemException refused) {
      Refusals.write((HttpServletResponse) response, refused.detail());
      return;
    } catch (ParleyException refused) {
      Refusals.write((HttpServletResponse) response, ProblemDetail.of(refused.problem()));
      return;
    }
    Feed feed = Feeds.of(http.getServletContext()).of(login.workspace());
    int max = feed.maxStreams();
    if (!login.openStream(max)) {
      Refusals.write(
          (HttpServletResponse) response,
          ProblemDetail.of(new LimitReached("open pages of one login", max)));
      return;
    }
    AsyncContext async = EventStreamResponse.startAsync(http);
    EventStreamResponse.begin(http, (HttpServletResponse) response);
    AtomicReference<@Nullable PageStream> opened = new AtomicReference<>();
    Runnable end =
        () -> {
          PageStream open = opened.get();
          if (open != null) {
            open.end();
          }
        };
    PageStream page =
        new PageStream(
            async,
            login::usedAt,
            session,
            login.person(),
            login.reader(),
            login.answersPermissions(),
            over -> {
              login.streamEnded(end);
              feed.over(over);
            });
    opened.set(page);
    login.endWith(end);
    feed.open(page);
    response.getOutputStream().setWriteListener(page.listener());
  }

  private static @Nullable String session(HttpServletRequest request) {
    try {
      return request.getParameter("session");
    } catch (RuntimeException notEncoded) { // each container has its own
      throw new HttpProblemException(
          RequestRefusal.BAD_REQUEST.detail("The query is not encoded as it must be."));
    }
  }
}

package dev.parley.war.web;

import dev.parley.ParleyException;
import dev.parley.agent.Connection;
import dev.parley.session.SessionId;
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
import java.util.Optional;

/** Serves the event stream of pages. A filter, because JAX-RS offers no non-blocking output. */
public final class StreamFilter implements Filter {

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    if (!http.getMethod().equals("GET")) {
      chain.doFilter(request, response);
      return;
    }
    Sitting sitting = Sitting.of(http);
    Optional<SessionId> session;
    try {
      session = Optional.ofNullable(http.getParameter("session")).map(SessionId::new);
      Connection unusedYet = sitting.observer();
    } catch (ParleyException refused) {
      SittingFilter.refuse((HttpServletResponse) response, ProblemDetail.of(refused.problem()));
      return;
    }
    AsyncContext async = EventStreamFilter.startAsync(http);
    EventStreamFilter.begin(http, (HttpServletResponse) response);
    PageStream page = new PageStream(async, sitting, session, sitting.feed()::over);
    sitting.feed().open(page);
    response.getOutputStream().setWriteListener(page.listener());
  }
}

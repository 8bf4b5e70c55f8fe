package dev.parley.war.feed;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import jakarta.servlet.ServletContext;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The feeds of a deployment, one for each workspace that a person has logged in to, or that a
 * program has asked for. The engine bounds their number: it admits a bounded number of workspaces.
 * Safe for any thread.
 */
public final class Feeds {
  private static final String ATTRIBUTE = Feeds.class.getName();

  private final Function<WorkspaceId, Feed> maker;
  private final Map<WorkspaceId, Feed> feeds = new ConcurrentHashMap<>();

  /**
   * Feeds of no workspace yet.
   *
   * @param maker makes the feed of a workspace, which connects with the first use
   */
  public Feeds(Function<WorkspaceId, Feed> maker) {
    this.maker = maker;
  }

  /** Returns those of a deployment. */
  public static Feeds of(ServletContext context) {
    return (Feeds)
        Objects.requireNonNull(context.getAttribute(ATTRIBUTE), "this deployment has no page");
  }

  /** Makes these the feeds of a deployment. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }

  /** Returns the feed of a workspace. */
  public Feed of(WorkspaceId workspace) {
    return feeds.computeIfAbsent(workspace, maker);
  }

  /** Shows the pages of a workspace that an agent was stopped, or that its stop was lifted. */
  public void stopChanged(WorkspaceId workspace, AgentId agent) {
    Feed known = feeds.get(workspace);
    if (known != null) {
      known.stopChanged(agent);
    }
  }

  /** Shows the pages of a workspace that the hooks of an agent reported another activity. */
  public void activityChanged(WorkspaceId workspace) {
    Feed known = feeds.get(workspace);
    if (known != null) {
      known.statesChanged();
    }
  }

  /**
   * Returns a connection that sees every room of a workspace and is in none, for reading. A
   * workspace that the engine does not admit leaves no feed behind.
   *
   * @throws dev.parley.problem.ParleyException {@code unavailable}; {@code limit_reached}
   */
  public Connection observer(WorkspaceId workspace) {
    return feeds.computeIfAbsent(workspace, this::connected).observer();
  }

  private Feed connected(WorkspaceId workspace) {
    Feed feed = maker.apply(workspace);
    Connection unused = feed.observer();
    return feed;
  }

  /** Ends the streams of pages, which come back when there is a server again. */
  public void close() {
    feeds.values().forEach(Feed::close);
  }
}

package dev.parley.session;

import dev.parley.artifact.Artifacts;
import dev.parley.artifact.Reviews;
import dev.parley.event.Event;
import dev.parley.event.RecordedEvent;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.message.Subscription;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.task.Tasks;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One run of team work, as one agent sees it: its board, its messages, its deliverables.
 *
 * <p>Every change of a session has a position, {@code seq}: from 1, increasing, in the order of the
 * commits, the same for everyone. What returned is on disk, as far as the database promises that.
 *
 * <p>All methods may be called from any thread.
 */
public interface Session {
  /** The most UTF-16 units of an orchestrator's state, and of a thought. */
  int MAX_STATE = 65_536;

  /** Its name. */
  SessionId id();

  /** Who acts through this view. */
  AgentId agent();

  /** The same session, as {@code agent} sees it over the same connection. */
  Session as(AgentId agent);

  /** What its agents say to each other. */
  SessionMessages messages();

  /** Its board. */
  Tasks tasks();

  /** Its deliverables. */
  Artifacts artifacts();

  /** The verdicts on its deliverables. */
  Reviews reviews();

  /**
   * Keeps {@code state}, which only the orchestrator understands, in place of the one before.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value #MAX_STATE}
   *     characters
   */
  void saveState(String state);

  /** What {@link #saveState} kept. */
  Optional<String> state();

  /**
   * Tells whoever follows the session at this moment what the agent is thinking. It is not kept,
   * but for what {@link #thoughts} remembers.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value #MAX_STATE}
   *     characters
   */
  void think(String content);

  /**
   * What each agent said last that it is thinking, the latest last: as far as it was said at this
   * Parley since it began, of at most 1,000 agents.
   */
  List<Thought> thoughts();

  /** How far it is, and how much it holds. */
  SessionOverview overview();

  /**
   * What changed, in order.
   *
   * @param after the position to read after; 0 reads from the beginning
   * @param limit at most this many, 1 to 10,000
   */
  List<RecordedEvent> eventsAfter(long after, int limit);

  /**
   * The first changes after a position, the oldest first. Of the messages no more than the page is
   * read from the storage.
   *
   * @param after the position to read after; 0 reads from the beginning
   * @param kinds the kinds that are asked for; none: all
   * @param size weighs a message at least as much as its content has characters
   */
  ListPage<RecordedEvent> events(long after, Set<Event.Kind> kinds, PageSize<RecordedEvent> size);

  /**
   * The last changes before a position, the oldest first; {@link ListPage#hasMore} tells of those
   * that are older still.
   *
   * @param before the position to read before
   * @param kinds the kinds that are asked for; none: all
   * @param size weighs a message at least as much as its content has characters
   */
  ListPage<RecordedEvent> eventsBefore(
      long before, Set<Event.Kind> kinds, PageSize<RecordedEvent> size);

  /**
   * The last changes of a task, the oldest first; {@link ListPage#hasMore} tells of those that are
   * older still.
   *
   * @param limit at most this many: 1 to {@value PageSize#MAX_LIMIT}
   */
  ListPage<RecordedEvent> changesOf(TaskId task, int limit);

  /**
   * Hands every change after {@code after} to {@code follower}, in order, each once, one at a time,
   * on a thread of Parley's, and every thought of an agent while it is being thought. A follower
   * that throws is told of the next one all the same.
   *
   * @return ends it
   */
  Subscription follow(long after, Consumer<RecordedEvent> follower);
}

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
 * One session of team work, as one agent sees it: its tasks, its messages, its artifacts.
 *
 * <p>Every change of a session has a number, {@code seq}: from 1, increasing, in the order of the
 * commits, the same for every agent. A change whose method has returned is on disk, as far as the
 * database guarantees that.
 *
 * <p>All methods may be called from any thread.
 */
public interface Session {
  /** The maximum length of an orchestrator's state, and of a thought, in UTF-16 units. */
  int MAX_STATE = 65_536;

  /** The maximum number of agents in {@link #workStates}. */
  int MAX_WORK_STATES = 1_000;

  /** Returns the session's id. */
  SessionId id();

  /** Returns the agent that acts through this view. */
  AgentId agent();

  /** Returns the same session, as {@code agent} sees it over the same connection. */
  Session as(AgentId agent);

  /**
   * Returns the same session, whose changes have the direct messages of all agents. Meant for those
   * who lead; everybody else reads only the direct messages from or to its own agent.
   */
  Session overseen();

  /** Returns the messages between its agents. */
  SessionMessages messages();

  /** Returns its tasks. */
  Tasks tasks();

  /** Returns its artifacts. */
  Artifacts artifacts();

  /** Returns the reviews of its artifacts. */
  Reviews reviews();

  /**
   * Saves {@code state}, which only the orchestrator understands, in place of the state before.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value #MAX_STATE}
   *     characters
   */
  void saveState(String state);

  /** Returns the state last saved with {@link #saveState}. */
  Optional<String> state();

  /**
   * Publishes a thought of the agent to the current followers of the session. It is not stored,
   * except for the part {@link #thoughts} remembers.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value #MAX_STATE}
   *     characters
   */
  void think(String content);

  /**
   * Returns the last thought of each agent, the most recent last. Only thoughts published on this
   * node since it started are remembered, for at most 1,000 agents.
   */
  List<Thought> thoughts();

  /**
   * Returns the state of every agent that acted in the session or has tasks in it, those that acted
   * last first: at most {@value #MAX_WORK_STATES}. All nodes that share a database return the same.
   * Acts before the last 10,000 changes of the session count no more, except where a task or a
   * pending review still shows them.
   */
  List<WorkState> workStates();

  /**
   * Returns the progress of the session, and what {@code who} has left to do in it. Renews no lease
   * of {@code who}.
   */
  CompletionCheck completionCheck(AgentId who);

  /** Summarizes the progress and the size of the session. */
  SessionOverview overview();

  /**
   * Reads its changes, in order. A direct message between other agents is left out, here and in all
   * other reads of changes, unless this view is {@link #overseen}.
   *
   * @param after the number to read after; 0 reads from the beginning
   * @param limit the maximum number of changes, 1 to 10,000
   */
  List<RecordedEvent> eventsAfter(long after, int limit);

  /**
   * Reads the first changes after a number, oldest first. Reads no more messages from the storage
   * than the page holds.
   *
   * @param after the number to read after; 0 reads from the beginning
   * @param kinds the kinds to read; none: all
   * @param size weighs a message at least as much as its content has characters
   */
  ListPage<RecordedEvent> events(long after, Set<Event.Kind> kinds, PageSize<RecordedEvent> size);

  /**
   * Reads the last changes before a number, oldest first. {@link ListPage#hasMore} says whether
   * there are still older ones.
   *
   * @param before the number to read before
   * @param kinds the kinds to read; none: all
   * @param size weighs a message at least as much as its content has characters
   */
  ListPage<RecordedEvent> eventsBefore(
      long before, Set<Event.Kind> kinds, PageSize<RecordedEvent> size);

  /**
   * Reads the last changes of a task, oldest first. {@link ListPage#hasMore} says whether there are
   * still older ones.
   *
   * @param limit the maximum number of changes: 1 to {@value PageSize#MAX_LIMIT}
   */
  ListPage<RecordedEvent> changesOf(TaskId task, int limit);

  /**
   * Delivers every change after {@code after} to {@code follower}, in order, each once, one at a
   * time, on a thread of Parley's. It also delivers every thought of an agent as it is published. A
   * follower that throws still gets the next change.
   *
   * @return the subscription; closing it ends the delivery
   */
  Subscription follow(long after, Consumer<RecordedEvent> follower);
}

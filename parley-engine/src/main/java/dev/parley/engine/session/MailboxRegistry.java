package dev.parley.engine.session;

import dev.parley.engine.delivery.MailItem;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The mailboxes of this node, to which session messages are delivered. */
public final class MailboxRegistry {
  private final Map<WorkspaceId, Set<Mailbox>> boxes = new ConcurrentHashMap<>();

  /** Delivers messages to {@code box} from now on. */
  public void open(Mailbox box) {
    boxes.computeIfAbsent(box.workspace(), id -> ConcurrentHashMap.newKeySet()).add(box);
  }

  /** A second call does nothing. */
  public void close(Mailbox box) {
    boxes.computeIfPresent(
        box.workspace(),
        (id, open) -> {
          open.remove(box);
          return open.isEmpty() ? null : open;
        });
  }

  /** Returns true if a workspace has a mailbox. */
  boolean hasMailboxes(WorkspaceId workspace) {
    return boxes.containsKey(workspace);
  }

  /** Lists the workspaces with mailboxes. */
  Set<WorkspaceId> workspaces() {
    return Set.copyOf(boxes.keySet());
  }

  void each(WorkspaceId workspace, Consumer<Mailbox> work) {
    boxes.getOrDefault(workspace, Set.of()).forEach(work);
  }

  /**
   * Records that calls of {@code agent} have returned the messages of a session up to {@code upTo}.
   */
  void answered(WorkspaceId workspace, AgentId agent, SessionId session, long upTo) {
    each(
        workspace,
        box -> {
          if (box.agent().equals(agent)) {
            box.answered(session, upTo);
          }
        });
  }

  /** Records that a poll of {@code waiting} has returned {@code message}, or has not. */
  void answered(Mailbox waiting, MailItem message, boolean arrived) {
    waiting.waited(message.session(), message.seq(), arrived);
    if (message.toOne()) {
      each(
          waiting.workspace(),
          box -> {
            if (box.agent().equals(waiting.agent())) {
              box.answered(message.session(), message.seq(), arrived);
            }
          });
    }
  }
}

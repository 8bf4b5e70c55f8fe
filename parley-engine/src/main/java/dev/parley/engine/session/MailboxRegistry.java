package dev.parley.engine.session;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessage;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The mailboxes of this node: what is said in sessions comes to those it is for. */
public final class MailboxRegistry {
  private final Map<WorkspaceId, Set<Mailbox>> boxes = new ConcurrentHashMap<>();

  /** From now on what is said comes to {@code box}. */
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

  /** Whether anybody is there to hear what is said in a workspace. */
  boolean isHeard(WorkspaceId workspace) {
    return boxes.containsKey(workspace);
  }

  /** The workspaces somebody is in. */
  Set<WorkspaceId> workspaces() {
    return Set.copyOf(boxes.keySet());
  }

  void each(WorkspaceId workspace, Consumer<Mailbox> work) {
    boxes.getOrDefault(workspace, Set.of()).forEach(work);
  }

  /** {@code agent} was answered with what stands in a session up to {@code upTo}. */
  void answered(WorkspaceId workspace, AgentId agent, SessionId session, long upTo) {
    each(
        workspace,
        box -> {
          if (box.agent().equals(agent)) {
            box.answered(session, upTo);
          }
        });
  }

  /** {@code agent} was answered with {@code message} by a call of {@code waiting}, or was not. */
  void answered(Mailbox waiting, SessionMessage message, boolean arrived) {
    waiting.waited(message.session(), message.seq(), arrived);
    if (message.to().isPresent()) {
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

package dev.parley.permission;

import dev.parley.id.AgentId;
import dev.parley.id.PermissionId;
import java.util.Optional;

/**
 * The permission requests of a workspace, as one connection sees them. A client asks before its
 * agent uses a tool, and a person answers. The first answer is final, whichever person gives it at
 * whichever node. It reaches the connection that asked as a {@link
 * dev.parley.event.PermissionDecided}, at least once.
 *
 * <p>A request is open until it is answered, until it expires, or until the connection that asked
 * closes. It may be answered at the client as well, of which Parley does not learn: the client then
 * drops the answer of Parley.
 *
 * <p>Only a connection of a person that leads and is verified answers: one with {@link
 * dev.parley.agent.ConnectionTrait#PERSON}, {@link dev.parley.agent.ConnectionTrait#LEADS} and
 * {@link dev.parley.agent.ConnectionTrait#VERIFIED}.
 *
 * <p>All methods may be called from any thread. Except for {@link #understand}, they may be refused
 * with {@code unavailable} and {@code connection_closed}.
 */
public interface Permissions {
  /**
   * Asks for the permission of people. The same request of the same agent, made again under its
   * code before it expires, is the request that is there: it belongs to this connection from now
   * on, and where it is answered, the answer is delivered again.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a code that another
   *     request has; {@code limit_reached} where the agent or the workspace has as many open
   *     requests as it may; {@code rate_limited}
   */
  PermissionRequest ask(PermissionDraft draft);

  /**
   * Answers a request. The same answer of the same person again does nothing.
   *
   * @throws dev.parley.problem.ParleyException {@code permission_denied} for those who may not
   *     answer; {@code not_found} for a request that is not there any more; {@code
   *     already_submitted} for one with another answer
   */
  void answer(PermissionId id, PermissionAnswer answer);

  /**
   * Takes a message of the person for an answer, where it is a {@link PermissionReply} with the
   * code of an open request. Never refused, as the message is sent already: what cannot be an
   * answer stays a message.
   *
   * @param to the agent the message is to, whose request alone it answers; empty for a message to
   *     several, which answers the request of any agent
   * @return the answer that this message gave; empty where it gave none
   */
  Optional<PermissionAnswer> understand(String text, Optional<AgentId> to);
}

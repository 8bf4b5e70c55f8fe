package dev.parley;

import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.ConnectionFailover;
import dev.parley.audit.Audit;
import dev.parley.credential.Credentials;
import dev.parley.id.WorkspaceId;
import dev.parley.oauth.Authorizations;
import dev.parley.problem.ParleyException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A running meeting place. Agents attach to it with {@link #connect} and do everything else through
 * the connection they get.
 *
 * <p>All methods may be called from any thread.
 */
public interface Parley extends AutoCloseable {

  /**
   * Attaches an agent. The connection lives until it is closed, or until this Parley is.
   *
   * @param who the workspace and, if the caller has one, the agent's name; without one an
   *     adjective-animal name such as {@code clever-otter} is allocated
   * @return the open connection, a member of no room yet
   * @throws ParleyException {@code unavailable} after {@link #close}
   */
  Connection connect(ConnectOptions who);

  /**
   * Reports the state of this Parley, above all whether its storage can be reached now. Asks the
   * storage, so expect a round trip.
   */
  Health health();

  /**
   * Reports the state of this Parley as those of one workspace may know it: its {@link
   * Health#connections} and {@link Health#backlog} are those of that workspace. Writes are not
   * counted by workspace: {@link Health.Backlog#writes} is 0.
   */
  Health health(WorkspaceId workspace);

  /**
   * Returns the workspaces there are, in the order of their names: the default one, those that have
   * a room, a session or a credential, and those that an agent is connected to.
   *
   * @throws ParleyException {@code unavailable}
   */
  List<WorkspaceId> workspaces();

  /** Returns the credentials of those who may use this Parley from outside. */
  Credentials credentials();

  /** Returns the rights that people give to clients of the authorization server. */
  Authorizations authorizations();

  /** Returns the record of who did what. */
  Audit audit();

  /**
   * Writes a backup of the storage to a new file while this Parley works, a zip that the command
   * {@code restore} takes. It has everything that was acknowledged before the call. Its owner alone
   * may read it. Messages that a broker keeps, and memory in files, are not in it.
   *
   * @throws ParleyException {@code invalid_argument} for a storage of another program, which has
   *     its own tools, and for a file that is there or cannot be made; {@code unavailable} while
   *     another backup is made; {@code storage_full}
   */
  void backup(Path file);

  /**
   * The ability to let connections go on at another Parley over the same storage, or at this one
   * when it is started again; empty for one whose storage ends with it.
   */
  default Optional<ConnectionFailover> failover() {
    return Optional.empty();
  }

  /**
   * Ends every connection and gives the storage back. Returns when both are done; a second call
   * does nothing.
   */
  @Override
  void close();
}

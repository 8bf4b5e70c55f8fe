package dev.parley.engine.permission;

import dev.parley.agent.ConnectOptions;
import dev.parley.agent.ConnectionTrait;
import dev.parley.audit.AuditAction;
import dev.parley.engine.audit.AgentAudit;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.topic.ConnectionReader;
import dev.parley.engine.topic.OwnEvent;
import dev.parley.event.PermissionDecided;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.PermissionId;
import dev.parley.permission.PermissionAnswer;
import dev.parley.permission.PermissionDraft;
import dev.parley.permission.PermissionReply;
import dev.parley.permission.PermissionRequest;
import dev.parley.permission.Permissions;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import java.util.Optional;

/** The permission requests as one connection sees them. */
public final class ConnectedPermissions implements Permissions {
  private static final System.Logger LOG = System.getLogger(ConnectedPermissions.class.getName());

  private final PermissionDirectory directory;
  private final ConnectionId connection;
  private final AgentAudit audit;
  private final Runnable begin;
  private final ConnectionReader reader;
  private final boolean answers;
  private volatile boolean closed;

  /**
   * Makes the view of a connection.
   *
   * @param who the traits it was opened with
   * @param audit the audit of its agent
   * @param begin begins a call that writes, or refuses it
   * @param reader pushes answers to the connection
   */
  public ConnectedPermissions(
      PermissionDirectory directory,
      ConnectionId connection,
      ConnectOptions who,
      AgentAudit audit,
      Runnable begin,
      ConnectionReader reader) {
    this.directory = directory;
    this.connection = connection;
    this.audit = audit;
    this.begin = begin;
    this.reader = reader;
    this.answers =
        who.has(ConnectionTrait.PERSON)
            && who.has(ConnectionTrait.LEADS)
            && connection.isVerified();
  }

  @Override
  public PermissionRequest ask(PermissionDraft draft) {
    PermissionRequest made;
    try {
      begin();
      made = directory.ask(connection, audit, draft, this::push);
    } catch (ParleyException refused) {
      // without the code: each new one would be another act
      audit.recordBounded(
          AuditAction.PERMISSION_ASK,
          "request of " + audit.agent().value(),
          refused.problem().code().wireName());
      throw refused;
    }
    if (closed) {
      directory.endedBefore(audit.workspace(), connection, made);
    }
    return made;
  }

  @Override
  public void answer(PermissionId id, PermissionAnswer answer) {
    begin();
    if (!answers) {
      throw new ParleyException(
          new NotPermitted("a lead who logged in with a credential answers these requests"));
    }
    directory.answer(audit, id, answer);
  }

  @Override
  public Optional<PermissionAnswer> understand(String text, Optional<AgentId> to) {
    Optional<PermissionReply> reply = answers ? PermissionReply.in(text) : Optional.empty();
    if (reply.isEmpty()) {
      return Optional.empty();
    }
    try {
      begin();
      return directory.answer(audit, reply.get(), to);
    } catch (ParleyException refused) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "A message with the code of a permission request answered nothing.",
          Masking.trace(refused));
      return Optional.empty();
    }
  }

  private void begin() {
    if (closed) {
      throw new ParleyException(new ConnectionClosed());
    }
    begin.run();
  }

  private void push(PermissionDecided decided) {
    reader.push(OwnEvent.of(decided));
  }

  /** Goes on with the requests the connection made at another node. */
  public void resume() {
    directory.resume(connection, this::push);
  }

  /** Withdraws the requests that are open. */
  public void close() {
    closed = true;
    directory.ended(connection);
  }
}

package dev.parley.engine.session;

import dev.parley.engine.persistence.Transactions;
import dev.parley.id.WorkspaceId;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The resources that all sessions of one directory use.
 *
 * @param limits the limits of one session's content
 * @param mail receives their messages, on threads of {@code delivering}
 * @param committed gets the workspace of each commit of this node; returns at once
 */
record SessionResources(
    Transactions transactions,
    InstantSource clock,
    SessionLimits limits,
    MailboxRegistry mail,
    Executor delivering,
    Consumer<WorkspaceId> committed) {}

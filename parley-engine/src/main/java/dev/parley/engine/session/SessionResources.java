package dev.parley.engine.session;

import dev.parley.engine.persistence.Transactions;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * The resources that all sessions of one directory use.
 *
 * @param limits the limits of one session's content
 * @param mail receives their messages, on threads of {@code delivering}
 */
record SessionResources(
    Transactions transactions,
    InstantSource clock,
    SessionLimits limits,
    MailboxRegistry mail,
    Executor delivering) {}

/**
 * Failover of connections: they continue at another node once their own is lost. Start with {@link
 * dev.parley.engine.failover.StoredConnections}.
 *
 * <p>A row says which node has a connection, and another has each node's heartbeat counter, which
 * advances once a second. Two threads of a node write both; callers ask from any thread. The
 * package knows rooms as rows and progress as checkpoints, and opens no connection itself.
 */
@NullMarked
package dev.parley.engine.failover;

import org.jspecify.annotations.NullMarked;

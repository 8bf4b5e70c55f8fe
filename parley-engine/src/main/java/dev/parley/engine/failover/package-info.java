/**
 * Connections that go on at another node once their own is gone. Start with {@link
 * dev.parley.engine.failover.StoredConnections}.
 *
 * <p>Which node has a connection is a row; that a node is there is a row it counts on each second.
 * Two threads of a node write both; callers ask from any thread. Knows rooms as rows and readings
 * as marks, and opens no connection itself.
 */
@NullMarked
package dev.parley.engine.failover;

import org.jspecify.annotations.NullMarked;

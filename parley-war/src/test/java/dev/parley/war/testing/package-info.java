/**
 * A real server and a client that hides nothing, for tests. Start with {@link
 * dev.parley.war.testing.RunningServer} and {@link dev.parley.war.testing.RawMcp}; waits are {@link
 * dev.parley.war.testing.Eventually}'s.
 *
 * <p>Knows of Parley only what the wire shows: depends on the JDK and Jackson, and for {@link
 * dev.parley.war.testing.Deployed} on the servlet API. A server may be used from any thread, a
 * client from one at a time; its pushes are read by a thread of their own.
 */
@NullMarked
package dev.parley.war.testing;

import org.jspecify.annotations.NullMarked;

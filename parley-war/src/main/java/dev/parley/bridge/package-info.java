/**
 * The stdio bridge that an MCP client spawns: a pipe between the client's standard streams and a
 * Parley server over HTTP. Start at {@link dev.parley.bridge.Bridge}.
 *
 * <p>It uses the JDK and {@code dev.parley.trust}, nothing else of Parley, and little of the JDK,
 * because it has to start in a moment. Up to the first answer it uses no lambda, no stream, no
 * pattern and no {@code +} between strings. Each of these makes the JDK set up machinery for as
 * long as all the rest takes.
 *
 * <p>Threads: the one that reads the client, the event stream's, and one for each request under
 * way.
 */
@NullMarked
package dev.parley.bridge;

import org.jspecify.annotations.NullMarked;

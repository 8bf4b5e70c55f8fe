/**
 * Parley judged by others: the official MCP conformance suite, for the server side against {@link
 * dev.parley.war.conformance.FixtureServer} and for the client side against the bridge; the
 * Inspector against the real server and the bridge; Lighthouse against the page. Start with the
 * classes named {@code *IT}; they are tagged {@code conformance} and need the Node packages beside
 * {@code package.json} in {@code src/test/conformance}, Lighthouse a Chromium too.
 *
 * <p>The fixture uses the transport as it is and the MCP SDK for its tools; it is no part of a
 * deployment. Each test runs one Node process at a time.
 */
@NullMarked
package dev.parley.war.conformance;

import org.jspecify.annotations.NullMarked;

/**
 * What is promised on the wire, tried against a real {@code java -jar parley.war} with raw HTTP and
 * with the MCP Java SDK's own client. Start with {@link dev.parley.war.wire.ConversationIT}.
 *
 * <p>Uses {@code dev.parley.war.testing} and the SDK's client, nothing of Parley's own code. Tests
 * share a server and each has rooms of its own.
 */
@NullMarked
package dev.parley.war.wire;

import org.jspecify.annotations.NullMarked;

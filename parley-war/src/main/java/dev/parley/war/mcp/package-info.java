/**
 * Streamable HTTP of MCP 2025-11-25 and older: sessions, answers, the event stream, its resumption.
 * Start with {@link dev.parley.war.mcp.McpRequest} for what a client posts and {@link
 * dev.parley.war.mcp.EventStreamRequest} for what it is sent.
 *
 * <p>Message types and dispatch are the MCP SDK's; transport, replay and expiry are ours. May use
 * the tools, never the engine's insides.
 */
@NullMarked
package dev.parley.war.mcp;

import org.jspecify.annotations.NullMarked;

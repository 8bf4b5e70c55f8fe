/**
 * The tools, one class a set: name, schema, handler. Start with {@link
 * dev.parley.war.tool.ToolSet}; {@link dev.parley.war.tool.RoomTools} is the first set.
 *
 * <p>Names, arguments and result fields are API. May use {@code parley-api} and the MCP SDK's
 * types, never a transport. Handlers run on the thread of the request.
 */
@NullMarked
package dev.parley.war.tool;

import org.jspecify.annotations.NullMarked;

/**
 * The tools: name, schema, handler. Start with {@link dev.parley.war.tool.AllTools}; a {@link
 * dev.parley.war.tool.ToolSet} is offered together, its tools are written down one class a domain.
 * A {@code Param} declares an argument, a {@code RecordSchema} a result.
 *
 * <p>Names, arguments and result fields are API. May use {@code parley-api} and the MCP SDK's
 * types, never a transport. Handlers run on the thread of the request.
 */
@NullMarked
package dev.parley.war.tool;

import org.jspecify.annotations.NullMarked;

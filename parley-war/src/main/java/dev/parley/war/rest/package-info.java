/**
 * The resources people's pages and programs use over HTTP: below {@code /api}, one class a subject,
 * JSON both ways. Start with {@link dev.parley.war.rest.RoomsResource} for the form of one, and
 * with {@code openapi.yaml} beside this package for what is answered.
 *
 * <p>May use the API, logins, the feed, views, and the forms values have on the wire; never a tool,
 * an MCP session or the engine. Resources are made for each request and run on its thread.
 */
@NullMarked
package dev.parley.war.rest;

import org.jspecify.annotations.NullMarked;

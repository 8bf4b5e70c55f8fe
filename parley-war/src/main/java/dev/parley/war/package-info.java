/**
 * Parley over HTTP: the JAX-RS application and its wiring. Start with {@link
 * dev.parley.war.ParleyContextListener}, which puts the {@link dev.parley.war.mcp.Deployment}
 * together.
 *
 * <p>The only module that knows HTTP, JSON and MCP. Wired by hand, without CDI.
 */
@NullMarked
package dev.parley.war;

import org.jspecify.annotations.NullMarked;

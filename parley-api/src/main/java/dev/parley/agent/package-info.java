/**
 * Who takes part, and through what: an agent and its live attachments. Start with {@link
 * dev.parley.agent.Connection}.
 *
 * <p>May name rooms and events. Connections are safe for any thread.
 */
@NullMarked
package dev.parley.agent;

import org.jspecify.annotations.NullMarked;

/**
 * Presence: nodes publish it as messages of a reserved topic, and evaluate it when somebody asks.
 * Start with {@link dev.parley.engine.presence.PresenceDirectory}.
 *
 * <p>Depends on {@code parley-api} only, and works over any {@link dev.parley.spi.MessageBackend}.
 * Safe for any thread; one thread of a node publishes.
 */
@NullMarked
package dev.parley.engine.presence;

import org.jspecify.annotations.NullMarked;

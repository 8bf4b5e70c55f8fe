/**
 * Who is there, said by nodes as messages of a reserved topic and added up when somebody asks.
 * Start with {@link dev.parley.engine.presence.PresenceDirectory}.
 *
 * <p>Depends on {@code parley-api} only, and works through any {@link
 * dev.parley.spi.MessageBackend}. Safe for any thread; one thread of a node speaks.
 */
@NullMarked
package dev.parley.engine.presence;

import org.jspecify.annotations.NullMarked;

/**
 * Events pushed to a connection: a sealed family. Start with {@link dev.parley.event.Listener}.
 *
 * <p>Events are immutable and shared by all their receivers.
 */
@NullMarked
package dev.parley.event;

import org.jspecify.annotations.NullMarked;

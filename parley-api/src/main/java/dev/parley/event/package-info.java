/**
 * What a connection is told without asking: the sealed family of events. Start with {@link
 * dev.parley.event.Listener}.
 *
 * <p>Events are immutable and shared by everyone who is told of them.
 */
@NullMarked
package dev.parley.event;

import org.jspecify.annotations.NullMarked;

/**
 * Teams: the pool of personas and the team of each session. Start with {@link
 * dev.parley.team.Teams}.
 *
 * <p>All types but {@code Teams} are immutable; {@code Teams} is safe for any thread.
 */
@NullMarked
package dev.parley.team;

import org.jspecify.annotations.NullMarked;

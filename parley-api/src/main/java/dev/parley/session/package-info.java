/**
 * Sessions of team work: their messages, and the way to their tasks, artifacts and events. Start
 * with {@link dev.parley.session.Sessions}.
 *
 * <p>Views are safe for any thread.
 */
@NullMarked
package dev.parley.session;

import org.jspecify.annotations.NullMarked;

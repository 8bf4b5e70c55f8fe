/**
 * One run of team work: who says what to whom, and where everything else of it is found. Start with
 * {@link dev.parley.session.Sessions}.
 *
 * <p>May name tasks, artifacts and events. Views are safe for any thread.
 */
@NullMarked
package dev.parley.session;

import org.jspecify.annotations.NullMarked;

/**
 * Rooms in the channels of a Slack workspace. Calls go to the Web API, events come by Socket Mode.
 * Begin with {@link dev.parley.chat.slack.SlackBackendProvider}.
 *
 * <p>Safe for any thread.
 */
@NullMarked
package dev.parley.chat.slack;

import org.jspecify.annotations.NullMarked;

/**
 * Rooms in the text channels of a Discord guild, by its REST API and its gateway, both version 10.
 *
 * <p>Safe for any thread.
 */
@NullMarked
package dev.parley.chat.discord;

import org.jspecify.annotations.NullMarked;

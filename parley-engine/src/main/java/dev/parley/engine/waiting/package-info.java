/**
 * The lists of what waits for people. Start with {@link
 * dev.parley.engine.waiting.WaitingDirectory}; {@code WaitingRows} reads the items, {@code
 * WaitingMessages} those that are messages, and {@code SessionActs} says which are answered.
 *
 * <p>Builds on persistence, and names the entities of sessions, tasks, artifacts and permission
 * requests in queries only. Sessions and rooms record here the messages that call somebody. Safe
 * for any thread.
 */
@NullMarked
package dev.parley.engine.waiting;

import org.jspecify.annotations.NullMarked;

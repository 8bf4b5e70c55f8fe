/**
 * The list of what waits for a person. Start with {@link dev.parley.waiting.Waiting}; {@link
 * dev.parley.waiting.WaitingItem} is one item of it.
 */
@NullMarked
package dev.parley.waiting;

import org.jspecify.annotations.NullMarked;

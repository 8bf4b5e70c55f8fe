/**
 * Messages, and their order in a topic. Start with {@link dev.parley.message.Message}.
 *
 * <p>Only a topic makes order; time is information, never order. All types are immutable.
 */
@NullMarked
package dev.parley.message;

import org.jspecify.annotations.NullMarked;

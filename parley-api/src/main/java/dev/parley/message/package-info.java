/**
 * What is said, and where in the order it stands. Start with {@link dev.parley.message.Message}.
 *
 * <p>Order is made by a topic and nowhere else; time is information, never order. All types are
 * immutable.
 */
@NullMarked
package dev.parley.message;

import org.jspecify.annotations.NullMarked;

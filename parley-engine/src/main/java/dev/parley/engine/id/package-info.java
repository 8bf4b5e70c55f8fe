/**
 * The making of ids, and of digests that stand for a text. Start at {@link
 * dev.parley.engine.id.Ulids}.
 */
@NullMarked
package dev.parley.engine.id;

import org.jspecify.annotations.NullMarked;

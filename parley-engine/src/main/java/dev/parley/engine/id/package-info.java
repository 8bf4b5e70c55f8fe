/** The making of ids. Start at {@link dev.parley.engine.id.Ulids}. */
@NullMarked
package dev.parley.engine.id;

import org.jspecify.annotations.NullMarked;

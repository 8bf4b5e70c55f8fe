/**
 * The door of Parley: {@link dev.parley.Parley} opens connections, everything else is reached
 * through one. Start there.
 *
 * <p>Depends on nothing but the packages below it and the nullness annotations. Every type of this
 * module is either immutable or says itself which threads may call it.
 */
@NullMarked
package dev.parley;

import org.jspecify.annotations.NullMarked;

/** Files of H2 databases, so written that what was acknowledged is found after a kill. */
@NullMarked
package dev.parley.engine.persistence.h2;

import org.jspecify.annotations.NullMarked;

/** Files of H2 databases, written so that every acknowledged commit is found after a kill. */
@NullMarked
package dev.parley.engine.persistence.h2;

import org.jspecify.annotations.NullMarked;

/**
 * The parts that the backends of topics have in common, such as the form of a cursor. Each backend
 * is a package below this one.
 *
 * <p>Safe for any thread.
 */
@NullMarked
package dev.parley.engine.backend;

import org.jspecify.annotations.NullMarked;

/**
 * What the stores of topics have in common: how a place in a log is written. Each store is a
 * package below this one.
 *
 * <p>Safe for any thread.
 */
@NullMarked
package dev.parley.engine.backend;

import org.jspecify.annotations.NullMarked;

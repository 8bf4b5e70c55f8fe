/**
 * Problems: the sealed family of refused operations. Start with {@link dev.parley.problem.Problem};
 * {@link dev.parley.problem.ProblemCode} lists them all.
 *
 * <p>Codes and details are API: they change only by addition. All types are immutable.
 */
@NullMarked
package dev.parley.problem;

import org.jspecify.annotations.NullMarked;

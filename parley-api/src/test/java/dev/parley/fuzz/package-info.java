/**
 * Fuzz targets and their inputs. Start with {@link dev.parley.fuzz.FuzzContract}, which a test
 * class {@code NAMEFuzzTest} extends in the package of the code that it is about.
 */
@NullMarked
package dev.parley.fuzz;

import org.jspecify.annotations.NullMarked;

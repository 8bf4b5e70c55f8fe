/**
 * Finding what was said in stores that have no index for it, by reading topics from their ends.
 * Start with {@link dev.parley.engine.search.LinearSearch}.
 *
 * <p>It knows the seams of stores and nothing else. A scan belongs to the thread that asked.
 */
@NullMarked
package dev.parley.engine.search;

import org.jspecify.annotations.NullMarked;

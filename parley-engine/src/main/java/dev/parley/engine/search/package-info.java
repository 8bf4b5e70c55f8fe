/**
 * Search in backends without an index, by reading topics backwards. Start with {@link
 * dev.parley.engine.search.LinearSearch}.
 *
 * <p>Depends on the backend interfaces and nothing else. A scan belongs to the thread that asked.
 */
@NullMarked
package dev.parley.engine.search;

import org.jspecify.annotations.NullMarked;

/**
 * What outlives a session. Start with {@link dev.parley.memory.Memory}; where it is kept is the
 * seam {@link dev.parley.spi.MemoryStore}.
 */
@NullMarked
package dev.parley.memory;

import org.jspecify.annotations.NullMarked;

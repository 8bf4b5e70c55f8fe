/**
 * Memory that outlives sessions. Start with {@link dev.parley.memory.Memory}; its storage is the
 * extension point {@link dev.parley.spi.MemoryStore}.
 */
@NullMarked
package dev.parley.memory;

import org.jspecify.annotations.NullMarked;

/**
 * Topics in memory: the backend of ephemeral rooms and of tests. Start with {@link
 * dev.parley.engine.backend.memory.InMemoryBackend}.
 *
 * <p>Depends on {@code parley-api} and the form of cursors only. Safe for any thread; each topic
 * has a lock of its own.
 */
@NullMarked
package dev.parley.engine.backend.memory;

import org.jspecify.annotations.NullMarked;

/**
 * What outlives a session. Start with {@link dev.parley.engine.memory.SectionedMemory}; what a
 * document means stands in {@code Sections}, and where it is kept is the seam {@link
 * dev.parley.spi.MemoryStore} in two forms: {@link dev.parley.engine.memory.MarkdownFolder} and
 * {@link dev.parley.engine.memory.JpaMemoryStore}.
 *
 * <p>Depends on rows and on files, not on rooms or topics. Safe for any thread.
 */
@NullMarked
package dev.parley.engine.memory;

import org.jspecify.annotations.NullMarked;

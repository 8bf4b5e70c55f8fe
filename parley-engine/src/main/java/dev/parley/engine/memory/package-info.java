/**
 * Memory that outlives sessions. Start with {@link dev.parley.engine.memory.SectionedMemory}.
 * {@code Sections} has the form of a document. The extension point {@link
 * dev.parley.spi.MemoryStore} has two implementations: {@link
 * dev.parley.engine.memory.MarkdownFolder} and {@link dev.parley.engine.memory.JpaMemoryStore}.
 *
 * <p>Depends on rows and on files, not on rooms or topics. Safe for any thread.
 */
@NullMarked
package dev.parley.engine.memory;

import org.jspecify.annotations.NullMarked;

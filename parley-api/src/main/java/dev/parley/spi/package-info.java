/**
 * The seams for those who extend Parley: {@link dev.parley.spi.MessageBackend} below it, which
 * carries topics, {@link dev.parley.spi.MemoryStore}, which keeps memory, and {@link
 * dev.parley.spi.Sink} at its edge, which takes pushes to the other side.
 *
 * <p>Each seam's javadoc is its contract. Those of the stores are tested by {@code
 * MessageBackendContract} and {@code MemoryStoreContract}, published in this module's {@code tests}
 * jar.
 */
@NullMarked
package dev.parley.spi;

import org.jspecify.annotations.NullMarked;

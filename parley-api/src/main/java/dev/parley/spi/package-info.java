/**
 * The interfaces for those who extend Parley: {@link dev.parley.spi.MessageBackend} below it, which
 * stores topics, {@link dev.parley.spi.MemoryStore}, which stores memory, and {@link
 * dev.parley.spi.Sink} at its edge, which takes pushes to the client. {@link
 * dev.parley.spi.Telemetry} observes it.
 *
 * <p>Each interface's javadoc is its contract. Those of the backend and the store are tested by
 * {@code MessageBackendContract} and {@code MemoryStoreContract}, published in this module's {@code
 * tests} jar.
 */
@NullMarked
package dev.parley.spi;

import org.jspecify.annotations.NullMarked;

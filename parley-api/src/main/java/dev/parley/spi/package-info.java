/**
 * The seams for those who extend Parley: {@link dev.parley.spi.MessageBackend} below it, which
 * carries topics, and {@link dev.parley.spi.Sink} at its edge, which takes pushes to the other
 * side.
 *
 * <p>Each seam's javadoc is its contract. The backend's is tested by {@code
 * MessageBackendContract}, published in this module's {@code tests} jar.
 */
@NullMarked
package dev.parley.spi;

import org.jspecify.annotations.NullMarked;

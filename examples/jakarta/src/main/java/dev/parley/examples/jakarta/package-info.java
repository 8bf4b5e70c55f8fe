/**
 * Parley in an application of Jakarta EE; start with {@link
 * dev.parley.examples.jakarta.ParleyProducer}.
 */
@NullMarked
package dev.parley.examples.jakarta;

import org.jspecify.annotations.NullMarked;

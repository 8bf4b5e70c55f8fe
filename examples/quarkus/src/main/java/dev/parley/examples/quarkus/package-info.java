/** Parley in a Quarkus application; start with {@link dev.parley.examples.quarkus.ParleyBean}. */
@NullMarked
package dev.parley.examples.quarkus;

import org.jspecify.annotations.NullMarked;

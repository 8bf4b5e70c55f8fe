/**
 * Servers and bridges as processes of their own, and what the kernel knows of them. Shared by the
 * benchmarks and the soak run. Depends on the JDK and on {@code dev.parley.war.driver} only.
 */
@NullMarked
package dev.parley.war.process;

import org.jspecify.annotations.NullMarked;

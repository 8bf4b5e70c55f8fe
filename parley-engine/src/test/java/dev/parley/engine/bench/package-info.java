/**
 * How fast the core is: JMH benchmarks, run by {@code mvn -Pbench verify} and by nothing else.
 * Start with {@link dev.parley.engine.bench.EngineBench}.
 */
@NullMarked
package dev.parley.engine.bench;

import org.jspecify.annotations.NullMarked;

/**
 * How fast the core is: JMH benchmarks, run by {@code mvn -Pbench verify} and by nothing else.
 * Start with {@link dev.parley.engine.bench.EngineBench}; {@code PostgresBench} holds claims
 * against pgbench.
 */
@NullMarked
package dev.parley.engine.bench;

import org.jspecify.annotations.NullMarked;

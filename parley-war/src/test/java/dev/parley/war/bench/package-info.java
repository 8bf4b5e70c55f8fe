/**
 * How fast Parley is from outside: servers and bridges as processes of their own, real HTTP, one
 * table at the end. Start with {@link dev.parley.war.bench.Main}; {@code HttpBench} runs them all.
 *
 * <p>The driver shares the machine with the server, so it spends as little as it can: one selector
 * thread reads all event streams and only counts. Depends on the JDK only.
 */
@NullMarked
package dev.parley.war.bench;

import org.jspecify.annotations.NullMarked;

/**
 * A long run at half of what a server sustains: messages, posts, tasks, pages, bridges that come
 * and go, and one restart. Fails on an error, on memory, descriptors or latencies that grow, and on
 * anything lost. Start with {@link dev.parley.war.soak.SoakMain}.
 *
 * <p>Depends on the JDK and on the packages {@code driver}, {@code load} and {@code process} only.
 */
@NullMarked
package dev.parley.war.soak;

import org.jspecify.annotations.NullMarked;

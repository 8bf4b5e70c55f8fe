/**
 * Parley as a library: {@link dev.parley.engine.ParleyBuilder} builds one. Start there.
 *
 * <p>Plain Java over JPA: no HTTP, no JSON, no container. {@code topic} carries the messages,
 * {@code room} knows the members of rooms, {@code persistence} reaches the rows.
 */
@NullMarked
package dev.parley.engine;

import org.jspecify.annotations.NullMarked;

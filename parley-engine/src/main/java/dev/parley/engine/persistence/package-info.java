/**
 * Access to rows: the pool, the migrations, the entity manager factory and transactions. Start with
 * {@link dev.parley.engine.persistence.Database}.
 *
 * <p>The only package that knows a persistence provider or a database product. Safe for any thread.
 */
@NullMarked
package dev.parley.engine.persistence;

import org.jspecify.annotations.NullMarked;

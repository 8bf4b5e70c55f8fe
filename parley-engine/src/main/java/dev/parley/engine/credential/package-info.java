/**
 * Credentials as rows, and a copy of all that are not revoked in the memory of each node, so that a
 * request is authenticated without the database. Start with {@link
 * dev.parley.engine.credential.JpaCredentials}.
 *
 * <p>Periodic tasks of the node keep the copy up to date and write the last uses. Safe for any
 * thread.
 */
@NullMarked
package dev.parley.engine.credential;

import org.jspecify.annotations.NullMarked;

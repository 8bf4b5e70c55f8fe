/**
 * Durable rooms in Matrix, by the client-server API v3; start with {@link
 * dev.parley.chat.matrix.MatrixBackendProvider}.
 *
 * <p>Safe for any thread.
 */
@NullMarked
package dev.parley.chat.matrix;

import org.jspecify.annotations.NullMarked;

/**
 * The HTTP and WebSocket calls of chat systems, over the client of the JDK.
 *
 * <p>Safe for any thread.
 */
@NullMarked
package dev.parley.chat.http;

import org.jspecify.annotations.NullMarked;

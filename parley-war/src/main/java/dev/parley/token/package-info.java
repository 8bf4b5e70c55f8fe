/**
 * The command {@code token}: creates, lists, changes and revokes the credentials of a running
 * server. It uses classes of the JDK and of the bridge alone.
 */
@NullMarked
package dev.parley.token;

import org.jspecify.annotations.NullMarked;

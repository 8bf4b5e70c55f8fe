/**
 * Access to a deployment: hosts, origins and tokens. Start with {@link
 * dev.parley.war.auth.AccessFilter}.
 *
 * <p>Knows servlets and the wire's refusals; knows no tool and no room.
 */
@NullMarked
package dev.parley.war.auth;

import org.jspecify.annotations.NullMarked;

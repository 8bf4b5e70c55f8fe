/**
 * The credentials that agents, people, administrators and nodes show. Start with {@link
 * dev.parley.credential.Credentials}.
 */
@NullMarked
package dev.parley.credential;

import org.jspecify.annotations.NullMarked;

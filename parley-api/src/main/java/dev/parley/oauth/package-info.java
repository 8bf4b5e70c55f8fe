/**
 * The rights that people give to clients of the built-in authorization server. Start with {@link
 * dev.parley.oauth.Authorizations}.
 */
@NullMarked
package dev.parley.oauth;

import org.jspecify.annotations.NullMarked;

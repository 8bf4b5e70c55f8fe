/**
 * Access tokens and logins of an OpenID Connect issuer. Start with {@link
 * dev.parley.war.oidc.AccessTokens}, which gives the rights of a token, {@link
 * dev.parley.war.oidc.IssuerLogin}, which gives those of a person who logs in, and {@link
 * dev.parley.war.oidc.ResourceMetadata}, which says to clients where to get a token.
 *
 * <p>It alone knows the library that checks signatures. It knows no stored credential, no session
 * and no tool.
 */
@NullMarked
package dev.parley.war.oidc;

import org.jspecify.annotations.NullMarked;

/**
 * The built-in OAuth 2.1 authorization server. Start with {@link dev.parley.war.oauth.OAuthServer};
 * each endpoint is a resource: {@link dev.parley.war.oauth.RegistrationResource}, {@link
 * dev.parley.war.oauth.AuthorizationResource} and {@link dev.parley.war.oauth.TokenResource}.
 *
 * <p>It alone knows the library that parses requests. The rights it gives are credentials; it knows
 * no MCP session and no tool.
 */
@NullMarked
package dev.parley.war.oauth;

import org.jspecify.annotations.NullMarked;

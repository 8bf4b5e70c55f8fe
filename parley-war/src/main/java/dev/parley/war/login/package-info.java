/**
 * People who are logged in, by the cookies of their browsers. Start with {@link
 * dev.parley.war.login.Login}, one person's browser, and {@link
 * dev.parley.war.login.ApiRequestFilter}, which finds it for each request below {@code /api}.
 *
 * <p>May use the token policy, the logins of an issuer and the edge of HTTP; knows no resource, no
 * feed and no tool.
 */
@NullMarked
package dev.parley.war.login;

import org.jspecify.annotations.NullMarked;

/**
 * The certificates and tokens that a program reads from files: authorities that it trusts ({@link
 * dev.parley.trust.TrustedAuthorities}), keys ({@link dev.parley.trust.PemFile}) and tokens ({@link
 * dev.parley.trust.TokenFile}).
 *
 * <p>It uses the JDK alone, and lies in the WAR twice: at the root for the command line, and below
 * {@code WEB-INF} for the web application. Each refusal is an {@link
 * java.lang.IllegalArgumentException} whose message is for the person who named the file.
 */
@NullMarked
package dev.parley.trust;

import org.jspecify.annotations.NullMarked;

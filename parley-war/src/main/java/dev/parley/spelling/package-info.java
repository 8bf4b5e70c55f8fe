/**
 * The nearest known name of a mistyped one: {@link dev.parley.spelling.Spelling}.
 *
 * <p>It uses the JDK alone, and lies in the WAR twice: at the root for the command line, and below
 * {@code WEB-INF} for the web application.
 */
@NullMarked
package dev.parley.spelling;

import org.jspecify.annotations.NullMarked;

/**
 * The entry point of {@code java -jar parley.war}: {@link dev.parley.launch.Launcher} reads the
 * first word and starts the server or the stdio bridge.
 *
 * <p>These classes lie at the root of the file and may use the JDK only; nothing here may be used
 * by the web application. One thread.
 */
@NullMarked
package dev.parley.launch;

import org.jspecify.annotations.NullMarked;

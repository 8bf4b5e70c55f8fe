/**
 * What {@code java -jar parley.war} starts: {@link dev.parley.launch.Launcher} reads the first word
 * and hands over to the server or to the stdio bridge.
 *
 * <p>These classes lie at the root of the file and may use the JDK only; nothing here may be used
 * by the web application. One thread.
 */
@NullMarked
package dev.parley.launch;

import org.jspecify.annotations.NullMarked;

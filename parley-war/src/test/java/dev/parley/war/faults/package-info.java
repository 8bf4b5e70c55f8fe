/**
 * What a server does while something goes wrong around it: killed, asked to end, started twice,
 * flooded, not listened to. Start with {@link dev.parley.war.faults.RestartIT}.
 *
 * <p>Each test starts a {@code java -jar parley.war} of its own and looks at it from outside.
 */
@NullMarked
package dev.parley.war.faults;

import org.jspecify.annotations.NullMarked;

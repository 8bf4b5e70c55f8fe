/**
 * A load on a deployment that runs already, with a check of each message and each claim. Start with
 * {@link dev.parley.war.load.LoadMain}. One thread makes all calls, one reads all event streams.
 * Depends on the JDK and on {@code dev.parley.war.driver} only.
 */
@NullMarked
package dev.parley.war.load;

import org.jspecify.annotations.NullMarked;

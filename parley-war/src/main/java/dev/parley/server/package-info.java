/**
 * {@code java -jar parley.war serve}: Parley's web application in an embedded Jetty with Jersey.
 * Start with {@link dev.parley.server.Serve}.
 *
 * <p>Lives in a class loader of its own beside the server's libraries; the web application below it
 * is the same that an application server would deploy, and gets all its settings as parameters.
 */
@NullMarked
package dev.parley.server;

import org.jspecify.annotations.NullMarked;

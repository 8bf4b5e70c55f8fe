/**
 * {@code java -jar parley.war service}: the server as a service of systemd or launchd. Start with
 * {@link dev.parley.service.ServiceMain}.
 *
 * <p>It uses the JDK alone and runs no server itself; the programs of the operating system are
 * asked through {@link dev.parley.service.SystemProgram}.
 */
@NullMarked
package dev.parley.service;

import org.jspecify.annotations.NullMarked;

/**
 * The same WAR in real application servers: one conversation, held on each. Start with {@code
 * ServerConversation}; {@code WildFly} and {@code PayaraMicro} say how a server is started, given
 * the WAR and asked to let go of it. The page is looked at in them by {@code
 * dev.parley.war.browser}.
 *
 * <p>Runs under {@code -Pservers}, which unpacks the servers. Depends on the test support and the
 * JDK; knows of Parley only what the wire shows.
 */
@NullMarked
package dev.parley.war.servers;

import org.jspecify.annotations.NullMarked;

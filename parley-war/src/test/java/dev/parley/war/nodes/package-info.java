/**
 * Agents that use two nodes over one database as one place, whatever kind of server a node is: they
 * talk, and they claim tasks. Start with {@link dev.parley.war.nodes.Talk} and {@link
 * dev.parley.war.nodes.ClaimRace}.
 *
 * <p>Depends on the test support; a node is a {@link dev.parley.war.nodes.TestNode} and no more.
 */
@NullMarked
package dev.parley.war.nodes;

import org.jspecify.annotations.NullMarked;

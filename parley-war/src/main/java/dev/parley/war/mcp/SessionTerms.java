package dev.parley.war.mcp;

import java.net.URI;
import java.util.Optional;

/**
 * The terms on which a client has a session.
 *
 * @param address the address it was opened at, without the endpoint's path
 * @param protocolVersion the version of the protocol that both sides speak
 * @param credential names what it was opened with; empty where none was needed
 * @param echoes whether it is offered the tool that echoes the nonce of a test
 */
record SessionTerms(
    URI address, String protocolVersion, Optional<String> credential, boolean echoes) {}

package dev.parley.oauth;

import java.util.Optional;

/**
 * The facts a client shows with a code, to prove that the code was meant for it.
 *
 * @param client its id
 * @param redirectUri the address the browser was sent back to
 * @param challenge the S256 challenge of the verifier it shows
 * @param resource the resource it names again; empty where it names none
 */
public record CodeProof(
    String client, String redirectUri, String challenge, Optional<String> resource) {}

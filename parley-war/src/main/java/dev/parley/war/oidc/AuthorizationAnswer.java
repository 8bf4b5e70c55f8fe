package dev.parley.war.oidc;

import java.util.Optional;

/**
 * The answer of an issuer that a browser brings, as anybody could have written it.
 *
 * @param code stands for the person, to be exchanged at the issuer
 * @param issuer the issuer, where the answer names it (RFC 9207)
 * @param error the code of a failure
 * @param description the sentence about the failure
 */
public record AuthorizationAnswer(
    Optional<String> code,
    Optional<String> issuer,
    Optional<String> error,
    Optional<String> description) {}

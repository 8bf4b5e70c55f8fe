package dev.parley.oauth;

import dev.parley.credential.Credential;

/**
 * The right that a person gave a client, as long as it lasts.
 *
 * @param client the id of the client
 * @param credential the credential whose rights the client has
 */
public record Consent(String client, Credential credential) {}

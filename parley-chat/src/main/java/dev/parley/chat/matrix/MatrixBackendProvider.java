package dev.parley.chat.matrix;

import dev.parley.chat.ChatBackendProvider;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import java.net.URI;

/**
 * Makes backends over Matrix, for addresses such as {@code
 * matrix://parley@matrix.example.org?room.planning=%23plans:example.org}.
 *
 * <ul>
 *   <li>{@code room.NAME}: a room that exists, by its alias or id
 *   <li>{@code server-name}: the name of the server in the ids of its users, which is checked
 *   <li>{@code device}: the id of the device of a login by password; another one for each Parley
 *   <li>{@code public=on}: anyone on the server may join the rooms that Parley makes
 *   <li>{@code trusted}: the ids of the users of other Parleys, divided by commas
 *   <li>{@code tls=off}: plain HTTP, to this computer alone
 * </ul>
 *
 * <p>The secret is an access token in {@code PARLEY_MATRIX_TOKEN}, a password in {@code
 * PARLEY_MATRIX_PASSWORD}, or both.
 */
public final class MatrixBackendProvider extends ChatBackendProvider {

  /** The provider that a service loader makes. */
  public MatrixBackendProvider() {
    super("matrix");
  }

  @Override
  protected ChatSystem system(URI address, ChatSecrets secrets) {
    return new MatrixChat(MatrixSettings.of(address), MatrixCredentials.of(secrets));
  }
}

package dev.parley.war.mcp;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The owner of MCP sessions: the credential that opens them, or the address where none is needed.
 */
final class SessionOwner {
  private SessionOwner() {}

  /**
   * The owner of a session that begins.
   *
   * @param open whether no credential is needed; one that is shown all the same counts not
   * @param authorization what was shown, of which only the hash is kept
   */
  static String of(boolean open, @Nullable String authorization, String address) {
    if (open || authorization == null) {
      return address;
    }
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(authorization.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

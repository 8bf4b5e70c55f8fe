package dev.parley.audit;

import java.util.Optional;

/**
 * The credential and the network address that an act came with. Texts are cut at {@value
 * #MAX_LENGTH} characters.
 *
 * @param credential names the credential without being it: the public id of a stored one, or the
 *     name of a configured token; empty where none was needed, or none was good
 * @param address the network address; empty within the process of Parley
 */
public record Origin(Optional<String> credential, Optional<String> address) {
  /** No credential and no address. */
  public static final Origin NONE = new Origin(Optional.empty(), Optional.empty());

  /** The maximum length of each text. */
  public static final int MAX_LENGTH = 64;

  /** Cuts the texts. */
  public Origin {
    credential = cut(credential);
    address = cut(address);
  }

  /** Copies nothing for a text that stays as it is: each request has an origin. */
  private static Optional<String> cut(Optional<String> text) {
    if (text.isEmpty()) {
      return text;
    }
    String cut = AuditText.cut(text.get(), MAX_LENGTH);
    return cut.equals(text.get()) ? text : Optional.of(cut);
  }
}

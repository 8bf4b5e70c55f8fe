package dev.parley.permission;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer in a message: {@code yes} or {@code no}, or their first letters, then the code of the
 * request, and nothing else. Case does not count.
 *
 * @param code the code of the request, in lower case
 * @param answer the answer
 */
public record PermissionReply(String code, PermissionAnswer answer) {
  private static final Pattern FORM =
      Pattern.compile("\\s*(y|yes|n|no)\\s+([a-km-z]{5})\\s*", Pattern.CASE_INSENSITIVE);

  /** Returns the answer that {@code text} is; empty for any other text. */
  public static Optional<PermissionReply> in(String text) {
    Matcher found = FORM.matcher(text);
    if (!found.matches()) {
      return Optional.empty();
    }
    boolean isYes = found.group(1).toLowerCase(Locale.ROOT).startsWith("y");
    return Optional.of(
        new PermissionReply(
            found.group(2).toLowerCase(Locale.ROOT),
            isYes ? PermissionAnswer.ALLOW : PermissionAnswer.DENY));
  }
}

package dev.parley.server;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The text the server prints when it is ready: its address, and the way a client connects to it.
 */
final class StartupBanner {
  /**
   * Text that needs no quotation marks in a shell; a path of Windows has a colon and backslashes.
   */
  private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}/._+:@%,\\\\-]+");

  /** The address of a bridge that is given none. */
  private static final String DEFAULT_URL = "http://127.0.0.1:7539";

  private StartupBanner() {}

  static void print(String base, boolean token) {
    System.out.print(text(war(), base, token));
  }

  /**
   * The lines that are printed.
   *
   * @param war the runnable file; the line for Claude Code names it by its whole path, as it is
   *     pasted in some other folder
   * @param base the URL of the server
   */
  static String text(Path war, String base, boolean token) {
    StringBuilder claude = new StringBuilder("java -jar ");
    claude.append(word(war.toAbsolutePath().normalize())).append(" setup claude");
    if (!base.equals(DEFAULT_URL)) {
      claude.append(" --url ").append(base);
    }
    if (token) {
      claude.append(" --token-file YOUR_TOKEN_FILE");
    }
    return String.format(
        "Parley is at   %s%nMCP is at      %s/mcp%nClaude Code    %s%n%s%nCtrl-C stops it.%n",
        base,
        base,
        claude,
        token
            ? "Closed: every request needs a token."
            : "Open: any program of this machine may use it; PARLEY_TOKEN closes it.");
  }

  /** The file that was started: its classes come from an unpacked copy. */
  private static Path war() {
    return Path.of(System.getProperty("parley.file", "parley.war"));
  }

  /** One word of a shell's line. */
  private static String word(Path path) {
    String text = path.toString();
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}

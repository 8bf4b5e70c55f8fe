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

  static void print(ListenAddress address, int port, boolean token) {
    System.out.print(text(war(), address, port, token));
  }

  /**
   * The lines that are printed.
   *
   * @param war the runnable file; the line for Claude Code names it by its whole path, as it is
   *     pasted in some other folder
   * @param port the port it has got
   */
  static String text(Path war, ListenAddress address, int port, boolean token) {
    String base = address.shownUrl(port);
    StringBuilder claude = new StringBuilder("claude mcp add parley");
    if (token) {
      claude.append(" -e PARLEY_TOKEN_FILE=YOUR_TOKEN_FILE");
    }
    claude.append(" -- java -jar ").append(word(war.toAbsolutePath().normalize())).append(" mcp");
    if (!base.equals(DEFAULT_URL)) {
      claude.append(" --url ").append(base).append("/mcp");
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

package dev.parley.server;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The text the server prints when it is ready: its address, and the way a client connects to it.
 */
final class StartupBanner {
  /**
   * Text that needs no quotation marks in a shell; a path of Windows has a colon and backslashes.
   */
  private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}/._+:@%,\\\\-]+");

  private StartupBanner() {}

  static void print(String bind, int port, String context, boolean token) {
    System.out.print(text(war(), bind, port, context, token));
  }

  /**
   * The lines that are printed.
   *
   * @param war the runnable file; the line for Claude Code names it by its whole path, as it is
   *     pasted in some other folder
   */
  static String text(Path war, String bind, int port, String context, boolean token) {
    String host = isEvery(bind) ? "localhost" : bracketed(bind);
    String base = "http://" + host + ":" + port + (context.equals("/") ? "" : context);
    StringBuilder claude = new StringBuilder("claude mcp add parley");
    if (token) {
      claude.append(" -e PARLEY_TOKEN=YOUR_TOKEN");
    }
    claude.append(" -- java -jar ").append(word(war.toAbsolutePath().normalize())).append(" mcp");
    if (port != 7539 || !host.equals("127.0.0.1") || !context.equals("/")) {
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

  /** The file this program came from. */
  private static Path war() {
    try {
      Path source =
          Path.of(StartupBanner.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Files.isRegularFile(source) ? source : Path.of("parley.war");
    } catch (URISyntaxException | RuntimeException unusual) {
      return Path.of("parley.war");
    }
  }

  /** One word of a shell's line. */
  private static String word(Path path) {
    String text = path.toString();
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /**
   * The address at which another node reaches a server; empty where it listens on every address
   * there is.
   */
  static Optional<String> address(String bind, int port, String context) {
    return isEvery(bind)
        ? Optional.empty()
        : Optional.of(
            "http://" + bracketed(bind) + ":" + port + (context.equals("/") ? "" : context));
  }

  private static boolean isEvery(String bind) {
    return bind.equals("0.0.0.0") || bind.equals("::");
  }

  private static String bracketed(String bind) {
    return bind.contains(":") ? "[" + bind + "]" : bind;
  }
}

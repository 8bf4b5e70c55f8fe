package dev.parley.server;

import dev.parley.trust.TokenFile;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say the tokens of the server. */
final class TokenSource {
  private static final Pattern LINE_BREAKS = Pattern.compile("\\R+");

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description =
          "Bearer token callers must show; several with commas. Other users of this machine "
              + "can read a command line: --token-file and the environment's PARLEY_TOKEN are "
              + "safer. Bounds: 8 characters or more. Default: none.")
  private @Nullable String token;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File with the token, or several on a line each; only its owner may read it. "
              + "Default: none.")
  private @Nullable String file;

  /**
   * Returns the tokens with commas between them; null where none is configured.
   *
   * @throws IllegalArgumentException where both options are there, or the file is of no use
   */
  @Nullable String read() {
    if (file == null) {
      return token;
    }
    if (token != null) {
      throw new IllegalArgumentException(
          "--token and --token-file are both set, as options or as settings; only one may be");
    }
    return LINE_BREAKS.matcher(TokenFile.read(file)).replaceAll(",");
  }
}

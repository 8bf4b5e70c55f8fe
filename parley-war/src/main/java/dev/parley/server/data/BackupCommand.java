package dev.parley.server.data;

import dev.parley.token.AdminToken;
import dev.parley.trust.TrustedAuthorities;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code backup FILE}: copies the database, while a server runs over it or while none does. */
@Command(
    name = "backup",
    description = {
      "Write a backup of the database in the data folder to a new file, with everything that was"
          + " acknowledged before. Where a server runs over it, the server makes it, and its work"
          + " goes on; else the file is copied. PostgreSQL and MariaDB have tools of their own."
          + " What a broker or files of memory keep is not in it."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The backup is whole.",
      "1:Refused or failed; there is no backup.",
      "2:A mistake in the words."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar parley.war backup parley-backup.zip",
      "  java -jar parley.war backup backup.zip --url https://parley.example --token-file admin"
    })
final class BackupCommand implements Callable<Integer> {
  private static final String NAME = "backup";

  @Parameters(paramLabel = "FILE", description = "The file, which must not be there.")
  private Path file = Path.of("");

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Address of the server that makes it. Default: PARLEY_URL, else the file in the data"
              + " folder is copied, or the server at http://127.0.0.1:7539 asked if it is in use.")
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File with the token of an administrator of every workspace. Default:"
              + " PARLEY_TOKEN_FILE, else PARLEY_TOKEN, else the owner's in the data folder.")
  private @Nullable String tokenFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description =
          "PEM file of authorities to trust at an https address, besides those of Java. Default:"
              + " PARLEY_CA.")
  private @Nullable String ca;

  @Mixin private DataOptions options = new DataOptions();

  private final OfflineCommand offline;

  BackupCommand(OfflineCommand offline) {
    this.offline = offline;
  }

  @Override
  public Integer call() {
    try {
      if (Files.exists(file)) {
        return offline.refused(NAME, file + " is there already; name another file");
      }
      String named = url;
      if (named != null && !options.namesOtherDatabase()) {
        return fetch(AdminToken.server(named), "");
      }
      Map<String, String> words = options.words(NAME);
      words.put("file", file.toString());
      Map<String, String> result = offline.result(words);
      Optional<String> inUse = OfflineCommand.inUse(result);
      if (inUse.isPresent()) {
        return fetch(AdminToken.server(AdminToken.DEFAULT_URL), inUse.get() + ". ");
      }
      offline.print(result, options.isJson());
      return ExitCode.OK;
    } catch (IllegalStateException | IllegalArgumentException refused) {
      return offline.refused(NAME, String.valueOf(refused.getMessage()));
    }
  }

  /**
   * Lets a server make the backup.
   *
   * @param before the beginning of the sentence where none answers
   */
  private int fetch(URI server, String before) {
    offline.progress("The server at " + server + " makes the backup.");
    try {
      Optional<String> token =
          AdminToken.of(server, AdminToken.named(tokenFile, System.getenv()), options.data());
      TrustedAuthorities trusted =
          ca == null ? TrustedAuthorities.DEFAULT : TrustedAuthorities.in(ca);
      offline.print(
          new BackupFetch(server, token, trusted).to(file, this::check), options.isJson());
      return ExitCode.OK;
    } catch (ConnectException none) {
      return offline.refused(
          NAME,
          before
              + "No Parley answers at "
              + server
              + "; name the address of the server with --url");
    } catch (IOException failed) {
      return offline.refused(NAME, String.valueOf(failed.getMessage()));
    }
  }

  /** Reads what came before it gets its name. */
  private Map<String, String> check(Path part) {
    return offline.result(
        Map.of("command", "check", "file", part.toString(), "name", file.toString()));
  }
}

package dev.parley.server.data;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code import FILE}: adds the workspace that was exported to a file. */
@Command(
    name = "import",
    description = {
      "Add the workspace of an exported file to a database, all of it or nothing. A workspace that"
          + " has rows there is refused, so a second import of one file changes nothing. An absent"
          + " H2 file is made. Files go between H2, PostgreSQL and MariaDB."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The workspace is there.",
      "1:Refused or failed; nothing was changed.",
      "2:A mistake in the words."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar parley.war import default.jsonl --data /var/lib/parley",
      "  java -jar parley.war import team.jsonl --db jdbc:postgresql://localhost/parley"
    })
final class ImportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "A file that the command export wrote.")
  private String file = "";

  @Mixin private DataOptions options = new DataOptions();

  private final OfflineCommand offline;

  ImportCommand(OfflineCommand offline) {
    this.offline = offline;
  }

  @Override
  public Integer call() {
    Map<String, String> words = options.words("import");
    words.put("file", file);
    return offline.run("import", words, options.isJson());
  }
}

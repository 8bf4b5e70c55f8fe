package dev.parley.server.data;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code export FILE}: writes a workspace as lines of JSON. */
@Command(
    name = "export",
    description = {
      "Write a workspace to a new file, as lines of JSON: rooms, durable messages, sessions, tasks,"
          + " artifacts, reviews and memory, but no credentials and no audit. The H2 file of a"
          + " server that runs is refused: export from a restored backup of it. PostgreSQL and"
          + " MariaDB are read while servers run, as they are at one time."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The file is whole.",
      "1:Refused or failed; there is no file.",
      "2:A mistake in the words."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar parley.war export default.jsonl --data /var/lib/parley",
      "  java -jar parley.war export team.jsonl --workspace team --json"
    })
final class ExportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The file, which must not be there.")
  private String file = "";

  @Option(
      names = "--workspace",
      paramLabel = "NAME",
      description = "The workspace. Default: default.",
      defaultValue = "default")
  private String workspace = "default";

  @Mixin private DataOptions options = new DataOptions();

  private final OfflineCommand offline;

  ExportCommand(OfflineCommand offline) {
    this.offline = offline;
  }

  @Override
  public Integer call() {
    Map<String, String> words = options.words("export");
    words.put("file", file);
    words.put("workspace", workspace);
    return offline.run("export", words, options.isJson());
  }
}

package dev.parley.server.data;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code restore FILE}: makes a data folder of a backup. */
@Command(
    name = "restore",
    description = {
      "Put the database of a backup into an empty or absent data folder. A folder that has"
          + " something in it is refused, as is a backup that is damaged or that a later Parley"
          + " made. An older one is brought up to date by the next start."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The folder has the database.",
      "1:Refused; the folder is as it was.",
      "2:A mistake in the words."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar parley.war restore parley-backup.zip --data /var/lib/parley-restored",
      "  java -jar parley.war restore parley-backup.zip --data /var/lib/parley-restored --json"
    })
final class RestoreCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The backup.")
  private String file = "";

  @Mixin private DataOptions options = new DataOptions();

  private final OfflineCommand offline;

  RestoreCommand(OfflineCommand offline) {
    this.offline = offline;
  }

  @Override
  public Integer call() {
    if (options.namesOtherDatabase()) {
      return offline.refused(
          "restore",
          "a backup is restored into a data folder, and a database of another program by that"
              + " program's tools; leave out --db, PARLEY_DB and the key db");
    }
    Map<String, String> words = options.words("restore");
    words.put("file", file);
    return offline.run("restore", words, options.isJson());
  }
}

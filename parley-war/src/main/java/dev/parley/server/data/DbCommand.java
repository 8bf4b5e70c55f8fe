package dev.parley.server.data;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code db info|migrate}: the schema of a database. */
@Command(
    name = "db",
    description = {
      "Print the version of the schema of a database, or bring it up to date. A server does the"
          + " latter itself when it starts; here it is done before, for example by somebody who may"
          + " change tables. The H2 file of a server that runs is refused."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:Printed, or up to date.",
      "1:Refused or failed, for example because the schema is that of a later Parley.",
      "2:A mistake in the words."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar parley.war db info --json",
      "  java -jar parley.war db migrate --db jdbc:postgresql://localhost/parley"
    })
final class DbCommand implements Callable<Integer> {
  private static final List<String> WORDS = List.of("info", "migrate");

  /** The words after the command. */
  static final class Words implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return WORDS.iterator();
    }
  }

  @Parameters(
      paramLabel = "info|migrate",
      description = "info prints, migrate brings up to date.",
      completionCandidates = Words.class)
  private String word = "";

  @Mixin private DataOptions options = new DataOptions();

  @Spec private @Nullable CommandSpec spec;

  private final OfflineCommand offline;

  DbCommand(OfflineCommand offline) {
    this.offline = offline;
  }

  @Override
  public Integer call() {
    CommandSpec known = spec;
    if (known != null && !WORDS.contains(word)) {
      throw new ParameterException(known.commandLine(), "db needs info or migrate, not " + word);
    }
    return offline.run("db " + word, options.words(word), options.isJson());
  }
}

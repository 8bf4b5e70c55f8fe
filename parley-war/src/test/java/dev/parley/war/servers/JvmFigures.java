package dev.parley.war.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The figures of the JVM of a server after full collections.
 *
 * @param heap the bytes of live objects
 * @param loaders the class loaders, without those that reflection makes for single methods
 * @param classes the loaded classes
 * @param copies the deployments of Parley whose classes are loaded
 */
record JvmFigures(long heap, int threads, int loaders, int classes, int copies) {
  private static final String ONE_OF_A_DEPLOYMENT = "dev.parley.war.ParleyContextListener";
  private static final Pattern HEAP = Pattern.compile("(?m)^Total +[0-9]+ +([0-9]+)");
  private static final Pattern LOADED = Pattern.compile("(?m)^Total = ([0-9]+) +([0-9]+) ");
  private static final Pattern OF_A_METHOD =
      Pattern.compile("(?m) jdk\\.internal\\.reflect\\.DelegatingClassLoader$");
  private static final Pattern THREAD = Pattern.compile("(?m)^\"");
  private static final Pattern COPY =
      Pattern.compile("(?m)^\\|--" + Pattern.quote(ONE_OF_A_DEPLOYMENT) + "/");

  static final String HEADING = "redeploy   ms  heap KB  threads  loaders  classes  deployments";

  /** The figures of {@code run} now. */
  static JvmFigures of(ServerRun run) {
    Path commands = run.folder().resolve("jcmd.txt");
    try {
      Files.write(
          commands,
          List.of(
              "GC.run",
              "GC.run_finalization",
              "GC.run",
              "GC.class_histogram",
              "Thread.print",
              "VM.classloader_stats",
              "VM.class_hierarchy " + ONE_OF_A_DEPLOYMENT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String answer = run.jcmd("-f", commands.toString());
    MatchResult heap = first(HEAP, answer);
    MatchResult loaded = first(LOADED, answer);
    return new JvmFigures(
        Long.parseLong(heap.group(1)),
        count(THREAD, answer),
        Integer.parseInt(loaded.group(1)) - count(OF_A_METHOD, answer),
        Integer.parseInt(loaded.group(2)),
        count(COPY, answer));
  }

  private static MatchResult first(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + pattern + " in " + text));
  }

  private static int count(Pattern pattern, String text) {
    return (int) pattern.matcher(text).results().count();
  }

  /** Its row below {@link #HEADING}. */
  String row(int redeploy, long millis) {
    return "%8d %5d %8d %8d %8d %8d %12d"
        .formatted(redeploy, millis, heap / 1024, threads, loaders, classes, copies);
  }
}

package dev.parley.launch;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The flags of the JVM that runs this program.
 *
 * @param given those of its command line
 * @param inherited those in the environment, which each JVM reads there
 */
record JvmFlags(List<String> given, List<String> inherited) {
  /** Flags that mean the same in a second JVM: properties, sizes, the choice of a collector. */
  private static final Pattern REPEATABLE =
      Pattern.compile(
          "-D(?!com\\.sun\\.management\\.|java\\.class\\.path=).*"
              + "|-Xm[nsx]\\d.*|-Xss\\d.*|-server|-ea|-XX:\\+Use\\w+GC"
              + "|-XX:(Max|Initial|Min)RAMPercentage=.*"
              + "|-XX:Max(MetaspaceSize|DirectMemorySize|GCPauseMillis)=.*"
              + "|-XX:[+](ExitOnOutOfMemoryError|HeapDumpOnOutOfMemoryError)"
              + "|-XX:TieredStopAtLevel=\\d"
              + "|-XX:(HeapDumpPath|ActiveProcessorCount|SoftRefLRUPolicyMSPerMB)=.*");

  private static final Pattern COMPILER = Pattern.compile("-XX:TieredStopAtLevel=\\d");
  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");
  private static final Pattern INITIAL_HEAP = Pattern.compile("-Xms.*|-XX:InitialRAMPercentage=.*");

  private static final List<String> VARIABLES =
      List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

  /**
   * Returns those of this process; empty where the system does not say what it was started with.
   */
  static Optional<JvmFlags> ofThisProcess(Map<String, String> environment) {
    List<String> inherited = inherited(environment);
    return ProcessHandle.current()
        .info()
        .arguments()
        .map(List::of)
        .filter(words -> words.contains("-jar"))
        .map(words -> new JvmFlags(words.subList(0, words.indexOf("-jar")), inherited));
  }

  /** Returns the flags that each JVM reads in {@code environment}. */
  static List<String> inherited(Map<String, String> environment) {
    return VARIABLES.stream()
        .flatMap(variable -> Arrays.stream(environment.getOrDefault(variable, "").split("\\s+")))
        .filter(Predicate.not(String::isEmpty))
        .toList();
  }

  /** Returns true if a second JVM may have the same flags at the same time. */
  boolean areRepeatable() {
    return all().allMatch(flag -> REPEATABLE.matcher(flag).matches());
  }

  /** Returns true if they choose the garbage collector. */
  boolean chooseCollector() {
    return all().anyMatch(flag -> COLLECTOR.matcher(flag).matches());
  }

  /** Returns true if they choose how much is compiled. */
  boolean chooseCompiler() {
    return all().anyMatch(flag -> COMPILER.matcher(flag).matches());
  }

  /** Returns true if they choose the size with which the heap begins. */
  boolean chooseInitialHeap() {
    return all().anyMatch(flag -> INITIAL_HEAP.matcher(flag).matches());
  }

  private Stream<String> all() {
    return Stream.concat(given.stream(), inherited.stream());
  }
}

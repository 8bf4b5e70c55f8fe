package dev.parley.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/**
 * The flags of the JVM that runs this program. Loops and no patterns for the usual case of none:
 * this runs before each start, in a JVM where streams and patterns take longer.
 *
 * @param given those of its command line
 * @param inherited those in the environment, which each JVM reads there
 */
record JvmFlags(List<String> given, List<String> inherited) {
  /** Flags that mean the same in a second JVM: properties, sizes, the choice of a collector. */
  private static final class Repeatable {
    private static final Pattern PATTERN =
        Pattern.compile(
            "-D(?!com\\.sun\\.management\\.|java\\.class\\.path=).*"
                + "|-Xm[nsx]\\d.*|-Xss\\d.*|-server|-ea|-XX:\\+Use\\w+GC"
                + "|-XX:(Max|Initial|Min)RAMPercentage=.*"
                + "|-XX:Max(MetaspaceSize|DirectMemorySize|GCPauseMillis)=.*"
                + "|-XX:[+](ExitOnOutOfMemoryError|HeapDumpOnOutOfMemoryError)"
                + "|-XX:TieredStopAtLevel=\\d"
                + "|-XX:(HeapDumpPath|ActiveProcessorCount|SoftRefLRUPolicyMSPerMB)=.*");
  }

  private static final List<String> VARIABLES =
      List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

  /**
   * Returns those of this process; empty where the system does not say what it was started with.
   */
  static Optional<JvmFlags> ofThisProcess(Map<String, String> environment) {
    Optional<String[]> words = ProcessHandle.current().info().arguments();
    int jar = words.isPresent() ? List.of(words.get()).indexOf("-jar") : -1;
    return jar < 0
        ? Optional.empty()
        : Optional.of(new JvmFlags(List.of(words.get()).subList(0, jar), inherited(environment)));
  }

  /** Returns the flags that each JVM reads in {@code environment}. */
  static List<String> inherited(Map<String, String> environment) {
    List<String> flags = new ArrayList<>();
    for (String variable : VARIABLES) {
      StringTokenizer words = new StringTokenizer(environment.getOrDefault(variable, ""));
      while (words.hasMoreTokens()) {
        flags.add(words.nextToken());
      }
    }
    return flags;
  }

  /** Returns true if a second JVM may have the same flags at the same time. */
  boolean areRepeatable() {
    for (String flag : all()) {
      if (!Repeatable.PATTERN.matcher(flag).matches()) {
        return false;
      }
    }
    return true;
  }

  /** Returns true if they choose the garbage collector. */
  boolean chooseCollector() {
    for (String flag : all()) {
      if (flag.startsWith("-XX:+Use") && flag.endsWith("GC")) {
        return true;
      }
    }
    return false;
  }

  /** Returns true if they choose how much is compiled. */
  boolean chooseCompiler() {
    return anyBeginsWith("-XX:TieredStopAtLevel=");
  }

  /** Returns true if they choose the size with which the heap begins. */
  boolean chooseInitialHeap() {
    return anyBeginsWith("-Xms") || anyBeginsWith("-XX:InitialRAMPercentage=");
  }

  private boolean anyBeginsWith(String beginning) {
    for (String flag : all()) {
      if (flag.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  private List<String> all() {
    List<String> all = new ArrayList<>(given);
    all.addAll(inherited);
    return all;
  }
}

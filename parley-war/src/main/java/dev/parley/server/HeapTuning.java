package dev.parley.server;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Gives memory back that starting, or a busy hour, has left behind. HotSpot lets a running program
 * set enough of its flags to keep little in reserve. G1 can collect by itself while nothing
 * happens; the serial collector is asked to.
 */
final class HeapTuning {
  private static final System.Logger LOG = System.getLogger(HeapTuning.class.getName());
  private static final long QUIET_MILLIS = 15_000;
  private static final String MIN_FREE_PERCENT = "20";
  private static final String MAX_FREE_PERCENT = "40";

  /** A server that answers nobody allocates less in the quiet time. */
  private static final long QUIET_BYTES = 2 << 20;

  /** A collection for less is not worth its time. */
  private static final long WORTH_BYTES = 8 << 20;

  private HeapTuning() {}

  /** Does its work on a thread of its own, after the start; harmless on another JVM. */
  static void keepSmall() {
    Thread thread =
        new Thread(
            () -> {
              boolean isSerial = tune();
              System.gc();
              if (isSerial) {
                collectWhenQuiet();
              }
            },
            "parley-footprint");
    thread.setDaemon(true);
    thread.start();
  }

  /** Sets the flags; returns true if the collector is the serial one. */
  private static boolean tune() {
    try {
      HotSpotDiagnosticMXBean jvm =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      jvm.setVMOption("MinHeapFreeRatio", MIN_FREE_PERCENT);
      jvm.setVMOption("MaxHeapFreeRatio", MAX_FREE_PERCENT);
      jvm.setVMOption("G1PeriodicGCInterval", Long.toString(QUIET_MILLIS));
      return Boolean.parseBoolean(jvm.getVMOption("UseSerialGC").getValue());
    } catch (RuntimeException otherJvm) {
      LOG.log(System.Logger.Level.DEBUG, "This JVM keeps its own footprint.", otherJvm);
      return false;
    }
  }

  private static void collectWhenQuiet() {
    long least = used();
    long last = least;
    try {
      while (true) {
        Thread.sleep(QUIET_MILLIS);
        long now = used();
        if (Math.abs(now - last) < QUIET_BYTES && now - least > WORTH_BYTES) {
          System.gc();
          now = used();
          least = now;
        }
        least = Math.min(least, now);
        last = now;
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}

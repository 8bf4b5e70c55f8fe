package dev.parley.server;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Gives memory back that starting, or a busy hour, has left behind. {@code java -jar} offers no
 * place for JVM flags; those that HotSpot lets a running program set are enough to have it collect
 * while nothing happens and keep little in reserve.
 */
final class HeapTuning {
  private static final System.Logger LOG = System.getLogger(HeapTuning.class.getName());
  private static final String COLLECT_WHEN_QUIET_MILLIS = "15000";
  private static final String MIN_FREE_PERCENT = "20";
  private static final String MAX_FREE_PERCENT = "40";

  private HeapTuning() {}

  /** Does its work on a thread of its own, after the start; harmless on another JVM. */
  static void keepSmall() {
    Thread thread =
        new Thread(
            () -> {
              tune();
              System.gc();
            },
            "parley-footprint");
    thread.setDaemon(true);
    thread.start();
  }

  private static void tune() {
    try {
      HotSpotDiagnosticMXBean jvm =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      jvm.setVMOption("MinHeapFreeRatio", MIN_FREE_PERCENT);
      jvm.setVMOption("MaxHeapFreeRatio", MAX_FREE_PERCENT);
      jvm.setVMOption("G1PeriodicGCInterval", COLLECT_WHEN_QUIET_MILLIS);
    } catch (RuntimeException otherJvm) {
      LOG.log(System.Logger.Level.DEBUG, "This JVM keeps its own footprint.", otherJvm);
    }
  }
}

package dev.parley.server;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * Gives memory back that starting, or a busy hour, has left behind. HotSpot lets a running program
 * set enough of its flags to keep little in reserve. G1 can collect by itself while nothing
 * happens; the serial collector is asked to.
 *
 * <p>The serial collector stops all threads for a tenth of a second when it collects the whole
 * heap. While many objects are made, it gets more room, or it would do that every few seconds.
 */
final class HeapTuning {
  private static final System.Logger LOG = System.getLogger(HeapTuning.class.getName());
  private static final long QUIET_MILLIS = 15_000;
  private static final String MIN_FREE = "MinHeapFreeRatio";
  private static final String MAX_FREE = "MaxHeapFreeRatio";
  private static final String OLD_GENERATION = "Tenured Gen";

  /** The collections of all kinds in {@link #QUIET_MILLIS} that make a server busy. */
  private static final long BUSY_COLLECTIONS = 5;

  /** A collection for less is not worth its time. */
  private static final long WORTH_BYTES = 32 << 20;

  private HeapTuning() {}

  /** Does its work on a thread of its own, after the start; harmless on another JVM. */
  static void keepSmall() {
    Thread thread =
        new Thread(
            () -> {
              HotSpotDiagnosticMXBean jvm =
                  ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
              if (tune(jvm)) {
                watch(jvm);
              } else {
                System.gc();
              }
            },
            "parley-footprint");
    thread.setDaemon(true);
    thread.start();
  }

  /** Sets the flags; returns true if the collector is the serial one. */
  private static boolean tune(HotSpotDiagnosticMXBean jvm) {
    try {
      set(jvm, HeapLimits.QUIET);
      jvm.setVMOption("G1PeriodicGCInterval", Long.toString(QUIET_MILLIS));
      return Boolean.parseBoolean(jvm.getVMOption("UseSerialGC").getValue());
    } catch (RuntimeException otherJvm) {
      LOG.log(System.Logger.Level.DEBUG, "This JVM keeps its own footprint.", otherJvm);
      return false;
    }
  }

  /** Gives a busy server room, and takes it back and collects when it is quiet. */
  private static void watch(HotSpotDiagnosticMXBean jvm) {
    long least = used();
    long counted = collections();
    HeapLimits limits = HeapLimits.QUIET;
    boolean hasRoom = true; // since the start
    try {
      while (true) {
        Thread.sleep(QUIET_MILLIS);
        long collected = collections() - counted;
        HeapLimits next =
            collected >= BUSY_COLLECTIONS ? HeapLimits.busy(live()) : HeapLimits.QUIET;
        if (!next.equals(limits)) {
          set(jvm, next);
          limits = next;
          hasRoom = true;
        }
        if (collected == 0 && (hasRoom || used() - least > WORTH_BYTES)) {
          System.gc(); // which makes the heap as small as the limits want it
          hasRoom = false;
          least = used();
        }
        least = Math.min(least, used());
        counted = collections();
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sets the limits; at no moment is the lower one above the upper one. */
  private static void set(HotSpotDiagnosticMXBean jvm, HeapLimits limits) {
    if (limits.min() > Integer.parseInt(jvm.getVMOption(MAX_FREE).getValue())) {
      jvm.setVMOption(MAX_FREE, Integer.toString(limits.max()));
      jvm.setVMOption(MIN_FREE, Integer.toString(limits.min()));
    } else {
      jvm.setVMOption(MIN_FREE, Integer.toString(limits.min()));
      jvm.setVMOption(MAX_FREE, Integer.toString(limits.max()));
    }
  }

  /** Returns the bytes that the last collection of the old generation left; 0 before the first. */
  private static long live() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().equals(OLD_GENERATION))
        .mapToLong(pool -> pool.getCollectionUsage().getUsed())
        .sum();
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}

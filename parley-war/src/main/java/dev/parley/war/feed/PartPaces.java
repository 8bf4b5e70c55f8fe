package dev.parley.war.feed;

import dev.parley.event.ChangeListener.Part;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * The pace of the reads of a workspace. What is said in a session may change the state of an agent
 * and what waits for a person, so both would be read without end; the longer a read takes, the
 * longer is the pause after it. Not safe for threads.
 */
final class PartPaces {
  /** The part of the time that the reads of one part may take. */
  private static final double SHARE = 0.03;

  private static final Duration MAX_PAUSE = Duration.ofMillis(1_500);

  private final Map<Part, ShareOfTime> paces = new EnumMap<>(Part.class);

  boolean isDue(Part part) {
    return pace(part).isDue();
  }

  /** Reads a part. */
  void timed(Part part, Runnable read) {
    pace(part).run(read);
  }

  private ShareOfTime pace(Part part) {
    return paces.computeIfAbsent(
        part, first -> new ShareOfTime(SHARE, MAX_PAUSE, System::nanoTime));
  }
}

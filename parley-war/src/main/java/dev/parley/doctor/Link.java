package dev.parley.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One link of the way from a client to a wake. */
interface Link {
  /** The time of a link that says nothing else. */
  Duration DEFAULT_LIMIT = Duration.ofSeconds(5);

  /** Its name in the output. */
  String name();

  /** The links that have to work before this one can be examined. */
  default List<Class<? extends Link>> needs() {
    return List.of();
  }

  /** The time after which it is given up and counts as broken. */
  default Duration limit(Examination examination) {
    return DEFAULT_LIMIT;
  }

  /**
   * Examines it.
   *
   * @throws IOException where it cannot be examined, with the reason as its message; it counts as
   *     broken then
   */
  Finding examine(Examination examination) throws IOException, InterruptedException;
}

package dev.parley.war.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * The samples of one server process. The first ten minutes, or the first third of a shorter life,
 * are for it to settle. What it has then, in as long a time, is compared with what it has at the
 * end, in as long a time.
 */
final class Life {
  static final double MAX_SETTLE_SECONDS = 600;

  private final String name;
  private final double seconds;
  private final List<Sample> samples = new ArrayList<>();

  Life(String name, double seconds) {
    this.name = name;
    this.seconds = seconds;
  }

  String name() {
    return name;
  }

  void add(Sample sample) {
    samples.add(sample);
  }

  List<Sample> samples() {
    return samples;
  }

  /** The samples of the time after it has settled. */
  List<Sample> early() {
    double settle = settleSeconds();
    return between(settle, 2 * settle);
  }

  /** The samples of the time before its end. */
  List<Sample> late() {
    return between(seconds - settleSeconds(), Double.MAX_VALUE);
  }

  /** The samples that end after one time, and at another one at the latest. */
  List<Sample> between(double after, double until) {
    return samples.stream().filter(s -> s.seconds() > after && s.seconds() <= until).toList();
  }

  double settleSeconds() {
    return Math.min(MAX_SETTLE_SECONDS, seconds / 3);
  }
}

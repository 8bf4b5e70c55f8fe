package dev.parley.war.load;

import dev.parley.war.driver.EventStreams;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** One run, from the first session to the last. */
public final class LoadRun {
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final LoadSettings settings;
  private final Counters counters = new Counters();
  private final Crew crew;
  private long begun = System.nanoTime();
  private long printed;

  /** A span of time, which {@link #run(Span)} reports. */
  public interface Span {
    /** The measured time begins. */
    void begins();

    /** The measured time ends; the last calls and deliveries are still under way. */
    void ends();
  }

  private static final Span UNWATCHED =
      new Span() {
        @Override
        public void begins() {}

        @Override
        public void ends() {}
      };

  /** A run that has not begun. */
  public LoadRun(LoadSettings settings) {
    this.settings = settings;
    this.crew = Crew.of(settings);
  }

  /** Runs it. */
  public LoadReport run() throws IOException {
    return run(UNWATCHED);
  }

  /** Runs it, and reports the measured time to {@code span}. */
  public LoadReport run(Span span) throws IOException {
    try (EventStreams streams = new EventStreams(crew.deliveries(), 0);
        Joining joining = new Joining(crew, streams)) {
      List<LoadAgent> agents = joining.all();
      System.out.printf(
          "Run %s: %d agents joined in %.1f s.%n",
          crew.run(), agents.size(), (System.nanoTime() - begun) / 1e9);
      begun = System.nanoTime();
      printed = begun;
      try (LoadLoop loop = new LoadLoop(agents, settings.rate(), counters)) {
        loop.run(TimeUnit.SECONDS.toNanos(settings.warmUpSeconds()), this::progress);
        counters.warmedUp();
        crew.deliveries().warmedUp();
        span.begins();
        long measured = System.nanoTime();
        loop.run(TimeUnit.SECONDS.toNanos(settings.seconds()), this::progress);
        span.ends();
        crew.deliveries().ended();
        double seconds = (System.nanoTime() - measured) / 1e9;
        long unmade = loop.finish();
        crew.deliveries().awaitAll();
        return new LoadReport(
            counters, crew.deliveries(), crew.claims(), seconds, unmade, streams.ended());
      }
    }
  }

  private void progress() {
    long now = System.nanoTime();
    if (now - printed >= PROGRESS_NANOS) {
      printed += PROGRESS_NANOS;
      System.out.printf(
          Locale.ROOT,
          "%4d s: sent %,d, delivered %,d, errors %,d%n",
          TimeUnit.NANOSECONDS.toSeconds(now - begun),
          counters.answered(),
          crew.deliveries().count(),
          counters.failed());
    }
  }
}

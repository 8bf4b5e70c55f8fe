package dev.parley.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Examines links one after the other, each within its time. */
final class Doctor {
  /** The time of all links before the wake test. */
  static final Duration MAX_TIME = Duration.ofSeconds(28);

  private final List<Link> links;
  private final Duration time;

  Doctor(List<Link> links, Duration time) {
    this.links = links;
    this.time = time;
  }

  /** Examines every link whose needs are met; the others are skipped. */
  Report examine(Examination examination) throws InterruptedException {
    List<Report.Entry> entries = new ArrayList<>();
    long deadline = System.nanoTime() + time.toNanos();
    for (Link link : links) {
      long begun = System.nanoTime();
      Finding finding = finding(link, examination, deadline - begun);
      examination.note(link.getClass(), finding.state());
      entries.add(
          new Report.Entry(
              link.name(), finding, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)));
    }
    return new Report(entries);
  }

  private Finding finding(Link link, Examination examination, long leftNanos)
      throws InterruptedException {
    for (Class<? extends Link> need : link.needs()) {
      if (!examination.works(need)) {
        return Finding.skipped("It needs the link " + nameOf(need) + ".");
      }
    }
    boolean last = link instanceof WakeLink;
    long limit = link.limit(examination).toNanos();
    long nanos = last ? limit : Math.min(limit, leftNanos);
    return nanos <= 0
        ? Finding.skipped("No time was left for it.")
        : examined(link, examination, nanos);
  }

  private String nameOf(Class<? extends Link> type) {
    return links.stream().filter(type::isInstance).map(Link::name).findFirst().orElse("before it");
  }

  private static Finding examined(Link link, Examination examination, long nanos)
      throws InterruptedException {
    FutureTask<Finding> task = new FutureTask<>(() -> link.examine(examination));
    Thread thread = new Thread(task, "parley-doctor-" + link.name());
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException tooLate) {
      task.cancel(true);
      return Finding.broken(
          "It gave no answer within " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms.",
          "See if the machine is overloaded, and run doctor again.");
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      return failure(cause == null ? failed : cause);
    }
  }

  private static Finding failure(Throwable cause) {
    String message = cause.getMessage();
    String reason = message == null || !(cause instanceof IOException) ? cause.toString() : message;
    return Finding.broken(
        reason.endsWith(".") ? reason : reason + ".",
        cause instanceof IOException
            ? "Correct that, and run doctor again."
            : "This is a fault of doctor itself; report it with this line.");
  }
}

package dev.parley.doctor;

import dev.parley.bridge.ExaminedServer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/** The clocks of both machines. */
final class ClockLink implements Link {
  private static final Duration NOTICEABLE = Duration.ofSeconds(30);
  private static final Duration MAX_SKEW = Duration.ofMinutes(5);

  @Override
  public String name() {
    return "clock";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(ServerLink.class);
  }

  @Override
  public Finding examine(Examination examination) {
    Optional<Instant> theirs = examination.health().flatMap(ClockLink::time);
    if (theirs.isEmpty()) {
      return Finding.skipped("The server does not say its time.");
    }
    Duration skew = Duration.between(examination.healthAt(), theirs.get());
    String is =
        "The clock of this machine is "
            + skew.abs().toSeconds()
            + " s "
            + (skew.isNegative() ? "ahead of" : "behind")
            + " the server's.";
    String remedy = "Set both clocks by NTP (timedatectl set-ntp true).";
    if (skew.abs().compareTo(MAX_SKEW) > 0) {
      return Finding.broken(is, remedy);
    }
    return skew.abs().compareTo(NOTICEABLE) > 0 ? Finding.warning(is, remedy) : Finding.ok(is);
  }

  /** The time in the reply's body, or else in its header. */
  private static Optional<Instant> time(ExaminedServer.Reply reply) {
    try {
      Optional<Instant> said = reply.json().flatMap(json -> json.text("time")).map(Instant::parse);
      return said.isPresent()
          ? said
          : reply
              .header("date")
              .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME))
              .map(ZonedDateTime::toInstant);
    } catch (DateTimeException noTime) {
      return Optional.empty();
    }
  }
}

package dev.parley.war.tool;

import dev.parley.task.Lease;
import java.util.Map;
import java.util.Optional;

/** A lease on the wire: how long it holds, and the number its holder writes under. */
final class LeaseFields {
  static final String UNTIL = "lease_until";
  static final String TOKEN = "fencing_token";

  private LeaseFields() {}

  static Map<String, Object> until() {
    return Property.string(
        "The task goes back to the board then, unless you call any tool before; ISO-8601 in UTC.");
  }

  static Map<String, Object> token() {
    return Property.integer("The number of your claim, to be given with what you write under it.");
  }

  /** The argument that says under which claim something is written. */
  static Map<String, Object> given() {
    return Property.integer(
        1, "The number of the claim you do this under: refused where that claim has ended.");
  }

  static Fields add(Fields fields, Lease lease) {
    return fields.and(UNTIL, Times.iso(lease.until())).and(TOKEN, lease.fencingToken());
  }

  static Fields addOrNull(Fields fields, Optional<Lease> lease) {
    return fields
        .orNull(UNTIL, lease.map(Lease::until).map(Times::iso))
        .orNull(TOKEN, lease.map(Lease::fencingToken));
  }
}

package dev.parley.war.tool;

import dev.parley.task.Claim;
import dev.parley.task.Lease;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.Timestamps;
import java.util.Optional;

/** A lease on the wire: how long it holds, and the number its holder writes under. */
final class LeaseFields {
  static final String UNTIL = "lease_until";
  static final String TOKEN = "fencing_token";

  private LeaseFields() {}

  /** The claim under which something is written. */
  static Param<Long> given(String description) {
    return Param.integer(TOKEN, 1, description);
  }

  /** Adds the lease of a claim, where it is one's own. */
  static RecordSchema<Claim> ifHeld(RecordSchema<Claim> claim) {
    return claim
        .ifPresent(UNTIL, JsonTypes.string(), LeaseFields::until)
        .ifPresent(TOKEN, JsonTypes.integer(), LeaseFields::token);
  }

  /** Adds the lease of a claim, null where it is another's. */
  static RecordSchema<Claim> orNull(RecordSchema<Claim> claim) {
    return claim
        .orNull(UNTIL, JsonTypes.string(), LeaseFields::until)
        .orNull(TOKEN, JsonTypes.integer(), LeaseFields::token);
  }

  private static Optional<String> until(Claim claim) {
    return claim.lease().map(Lease::until).map(Timestamps::iso);
  }

  private static Optional<Long> token(Claim claim) {
    return claim.lease().map(Lease::fencingToken);
  }
}

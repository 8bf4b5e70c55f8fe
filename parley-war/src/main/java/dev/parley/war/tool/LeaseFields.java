package dev.parley.war.tool;

import dev.parley.task.Lease;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import java.util.Map;
import java.util.Optional;

/** A lease on the wire: how long it holds, and the number its holder writes under. */
final class LeaseFields {
  static final String UNTIL = "lease_until";
  static final String TOKEN = "fencing_token";

  private LeaseFields() {}

  static Map<String, Object> until() {
    return JsonTypes.string();
  }

  static Map<String, Object> token() {
    return JsonTypes.integer();
  }

  /** The claim under which something is written. */
  static Param<Long> given(String description) {
    return Param.integer(TOKEN, 1, description);
  }

  static ResultFields add(ResultFields fields, Lease lease) {
    return fields.and(UNTIL, Timestamps.iso(lease.until())).and(TOKEN, lease.fencingToken());
  }

  static ResultFields addOrNull(ResultFields fields, Optional<Lease> lease) {
    return fields
        .orNull(UNTIL, lease.map(Lease::until).map(Timestamps::iso))
        .orNull(TOKEN, lease.map(Lease::fencingToken));
  }
}

package dev.parley.war.view;

import dev.parley.audit.Act;
import dev.parley.audit.AuditEntry;
import dev.parley.war.wire.Timestamps;
import org.jspecify.annotations.Nullable;

/** An entry of the audit as the page and the export show it. */
public record AuditView(
    String id,
    String at,
    String workspace,
    String actor,
    @Nullable String credential,
    @Nullable String address,
    String action,
    String target,
    String result,
    long times) {

  /** Shows an entry. */
  public static AuditView of(AuditEntry entry) {
    Act act = entry.act();
    return new AuditView(
        entry.id().value(),
        Timestamps.iso(entry.at()),
        act.workspace().value(),
        act.actor(),
        act.origin().credential().orElse(null),
        act.origin().address().orElse(null),
        act.action().name(),
        act.target(),
        act.result(),
        entry.times());
  }
}

package dev.parley.audit;

import dev.parley.id.AuditId;
import java.time.Instant;

/**
 * An entry of the audit.
 *
 * @param id its id, by which entries are in the order they were recorded
 * @param at the time it was recorded
 * @param act the act
 * @param times the number of equal acts that the entry stands for, 1 or more
 */
public record AuditEntry(AuditId id, Instant at, Act act, long times) {}

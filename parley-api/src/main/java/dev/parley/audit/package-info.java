/**
 * The audit: who did what to what, with which credential, from where, with what result. Start with
 * {@link dev.parley.audit.Audit}.
 */
@NullMarked
package dev.parley.audit;

import org.jspecify.annotations.NullMarked;

/**
 * The rights of callers, {@link dev.parley.war.grant.Grant}, and the rights that each call needs,
 * {@link dev.parley.war.grant.Rights}.
 */
@NullMarked
package dev.parley.war.grant;

import org.jspecify.annotations.NullMarked;

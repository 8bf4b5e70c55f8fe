/**
 * The rights of callers: {@link dev.parley.war.grant.Grant}, and the scope that each tool needs.
 */
@NullMarked
package dev.parley.war.grant;

import org.jspecify.annotations.NullMarked;

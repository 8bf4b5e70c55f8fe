/**
 * The permission requests of clients. Start with {@link
 * dev.parley.engine.permission.PermissionDirectory}; {@code PermissionRows} decides which answer is
 * the first, and {@link dev.parley.engine.permission.ConnectedPermissions} is what one connection
 * sees.
 *
 * <p>Builds on persistence, topics and the audit. The lists of what waits for people read these
 * rows by queries of their own. Safe for any thread.
 */
@NullMarked
package dev.parley.engine.permission;

import org.jspecify.annotations.NullMarked;

/**
 * The permissions that clients ask people for, before an agent uses a tool. Start with {@link
 * dev.parley.permission.Permissions}; {@link dev.parley.permission.PermissionRequest} is one
 * request.
 */
@NullMarked
package dev.parley.permission;

import org.jspecify.annotations.NullMarked;

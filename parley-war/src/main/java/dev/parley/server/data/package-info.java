/**
 * The commands over stored data: backup, restore, export, import and db. Start with {@link
 * dev.parley.server.data.DataCommands}. They find the code that knows databases by its name.
 */
@NullMarked
package dev.parley.server.data;

import org.jspecify.annotations.NullMarked;

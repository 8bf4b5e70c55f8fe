/**
 * The settings of a server: the table of all, the sources of their values, the names that are none,
 * and the folders of the user. Start with {@link dev.parley.server.settings.SettingTable}. Any
 * thread.
 */
@NullMarked
package dev.parley.server.settings;

import org.jspecify.annotations.NullMarked;

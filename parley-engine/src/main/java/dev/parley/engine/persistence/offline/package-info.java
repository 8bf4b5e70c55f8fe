/**
 * Backups, and databases that no Parley runs over: commands copy them, look at their schema, and
 * stream the rows of a workspace. Start with {@link
 * dev.parley.engine.persistence.offline.OfflineDatabase} and {@link
 * dev.parley.engine.persistence.offline.BackupArchive}.
 *
 * <p>One thread at a time uses an object. Rows are streamed: no table is in memory as a whole.
 */
@NullMarked
package dev.parley.engine.persistence.offline;

import org.jspecify.annotations.NullMarked;

/**
 * The configurations of MCP clients as their files say them: where Parley is named, and which hooks
 * and monitors go with it. Start at {@link dev.parley.doctor.client.Client}.
 *
 * <p>It reads and never writes. It uses JDK classes and the bridge's reader of JSON only. One
 * thread.
 */
@NullMarked
package dev.parley.doctor.client;

import org.jspecify.annotations.NullMarked;

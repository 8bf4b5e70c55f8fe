/**
 * The settings of one Parley: {@link dev.parley.engine.config.ParleyConfig} has them in four
 * groups, each of which checks its own values. The defaults and bounds are its constants.
 *
 * <p>Safe for any thread: every value is immutable.
 */
@NullMarked
package dev.parley.engine.config;

import org.jspecify.annotations.NullMarked;

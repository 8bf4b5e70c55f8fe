/** The settings of a server, and its version. */
@NullMarked
package dev.parley.war.settings;

import org.jspecify.annotations.NullMarked;

/** Building blocks for concurrent code that know nothing of Parley. */
@NullMarked
package dev.parley.engine.concurrent;

import org.jspecify.annotations.NullMarked;

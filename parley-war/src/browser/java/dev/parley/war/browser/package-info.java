/** The page in a real browser. */
@NullMarked
package dev.parley.war.browser;

import org.jspecify.annotations.NullMarked;

/** The page and what it reads, over HTTP and in a browser. */
@NullMarked
package dev.parley.war.web;

import org.jspecify.annotations.NullMarked;

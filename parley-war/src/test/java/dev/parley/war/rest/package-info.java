/** The page and what it reads, over HTTP and in a browser. */
@NullMarked
package dev.parley.war.rest;

import org.jspecify.annotations.NullMarked;

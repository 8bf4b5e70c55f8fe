/** One screen per main: each shows one way to use Parley, and each is run by the build. */
@NullMarked
package dev.parley.examples;

import org.jspecify.annotations.NullMarked;

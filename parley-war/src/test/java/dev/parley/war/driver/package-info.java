/**
 * HTTP as bytes, made with little work: requests, answers, connections and event streams of the
 * benchmarks and of the load tool. Depends on the JDK only.
 */
@NullMarked
package dev.parley.war.driver;

import org.jspecify.annotations.NullMarked;

/**
 * Measures one to four nodes over PostgreSQL and a broker on one machine, and computes what a
 * larger deployment needs. Start with {@link dev.parley.war.scale.ScaleMain} for the measurement,
 * and with {@link dev.parley.war.scale.ScaleModel} for the arithmetic.
 */
@NullMarked
package dev.parley.war.scale;

import org.jspecify.annotations.NullMarked;

/**
 * Parley in a Spring Boot 3 application; start with {@link
 * dev.parley.examples.spring3.ParleyAutoConfiguration}.
 */
@NullMarked
package dev.parley.examples.spring3;

import org.jspecify.annotations.NullMarked;

/**
 * Parley in a Spring Boot 4 application; start with {@link
 * dev.parley.examples.spring4.ParleyAutoConfiguration}.
 */
@NullMarked
package dev.parley.examples.spring4;

import org.jspecify.annotations.NullMarked;

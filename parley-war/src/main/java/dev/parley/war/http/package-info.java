/**
 * The edge of HTTP: paths, bodies and addresses of requests, the head of event streams, the files
 * of the page. Start with {@link dev.parley.war.http.BodyFilter}.
 *
 * <p>Knows servlets and the wire's refusals; knows no token, no tool and no room.
 */
@NullMarked
package dev.parley.war.http;

import org.jspecify.annotations.NullMarked;

/**
 * What people read and write over HTTP: resources below {@code /api}, one class a subject, JSON
 * both ways. Start with {@link dev.parley.war.web.Login}, which says who asks, and with {@code
 * openapi.yaml} beside this package, which says what is answered.
 *
 * <p>May use the API, the form values have with the tools, and the wire's JSON; never the engine.
 * Resources are made for each request and run on its thread.
 */
@NullMarked
package dev.parley.war.web;

import org.jspecify.annotations.NullMarked;

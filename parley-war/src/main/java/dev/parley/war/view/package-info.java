/**
 * Facts of the API in the form in which resources answer them and pages get them. Start with {@link
 * dev.parley.war.view.RoomMessageView}.
 *
 * <p>May use the API and the forms values have on the wire; knows no request.
 */
@NullMarked
package dev.parley.war.view;

import org.jspecify.annotations.NullMarked;

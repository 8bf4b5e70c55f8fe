/**
 * The forms of the reference pages that tests write from the code. Start with {@link
 * dev.parley.war.reference.GeneratedPartial}; {@link dev.parley.war.reference.AsciiDoc} quotes,
 * {@link dev.parley.war.reference.SchemaRows} shows a JSON Schema as a table, and {@link
 * dev.parley.war.reference.Javadocs} reads the meaning of a constant from its source.
 *
 * <p>Each page test lies in the package whose code it describes.
 */
@NullMarked
package dev.parley.war.reference;

import org.jspecify.annotations.NullMarked;

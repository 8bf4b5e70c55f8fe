/**
 * The form of values on the wire: JSON, timestamps, names of enum constants, errors, and the
 * writers that never block. Shared by the MCP endpoints, the tools and the REST resources.
 *
 * <p>Knows no room, no tool and no resource.
 */
@NullMarked
package dev.parley.war.wire;

import org.jspecify.annotations.NullMarked;

package dev.parley.war.scale;

import java.util.Map;

/**
 * Measured costs over one broker, each as a line over the number of nodes. Those of {@link
 * Kind#MESSAGES} are for a message with all its deliveries.
 *
 * @param micros CPU microseconds of each part for a unit
 * @param bytes bytes into and out of the broker for a unit
 */
record Costs(Map<Kind, Map<Part, Line>> micros, Map<Kind, Line> bytes) {

  Line micros(Kind kind, Part part) {
    return micros.get(kind).get(part);
  }

  Line bytes(Kind kind) {
    return bytes.get(kind);
  }
}

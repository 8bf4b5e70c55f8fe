package dev.parley.war.scale;

/**
 * The load on one resource.
 *
 * @param load in the unit of the limit
 * @param limit the assumed end of the resource
 */
record Demand(String resource, double load, double limit) {

  /** The part of the limit; above 1 where the resource does not suffice. */
  double share() {
    return load / limit;
  }
}

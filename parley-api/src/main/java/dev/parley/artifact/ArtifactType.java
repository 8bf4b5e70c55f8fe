package dev.parley.artifact;

import java.util.Locale;

/** What kind of deliverable something is. */
public enum ArtifactType {
  /** A design in Figma, described. */
  FIGMA_SPEC,
  /** A pull request. */
  PR,
  /** A report. */
  REPORT,
  /** A plan of what to measure. */
  ANALYTICS_PLAN,
  /** A design. */
  DESIGN,
  /** Any other document. */
  DOCUMENT;

  /** The name on the wire, for example {@code figma_spec}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

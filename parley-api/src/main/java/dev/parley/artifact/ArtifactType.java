package dev.parley.artifact;

import java.util.Locale;

/** The type of an artifact. */
public enum ArtifactType {
  /** A description of a design in Figma. */
  FIGMA_SPEC,
  /** A pull request. */
  PR,
  /** A report. */
  REPORT,
  /** A measurement plan. */
  ANALYTICS_PLAN,
  /** A design. */
  DESIGN,
  /** Any other document. */
  DOCUMENT;

  /** Returns the name on the wire, for example {@code figma_spec}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

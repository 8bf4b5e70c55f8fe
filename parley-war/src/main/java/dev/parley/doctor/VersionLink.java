package dev.parley.doctor;

import java.util.List;
import java.util.Optional;

/** The versions of both sides. */
final class VersionLink implements Link {
  @Override
  public String name() {
    return "versions";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(TokenLink.class);
  }

  @Override
  public Finding examine(Examination examination) {
    Optional<String> said =
        examination
            .healthBody()
            .flatMap(json -> json.text("version"))
            .or(
                () ->
                    examination
                        .openedSession()
                        .flatMap(open -> open.opening().text("result", "serverInfo", "version")));
    if (said.isEmpty()) {
      return Finding.skipped("The server gives its version in a session, and none is open.");
    }
    String theirs = said.get();
    Surroundings here = examination.surroundings();
    String both = "The server is " + theirs + ", and this file is " + here.version() + ".";
    if (here.version().equals(theirs) || here.isDevelopment()) {
      return Finding.ok(both);
    }
    String remedy = "Use one version on both sides: replace the older file and start it again.";
    return series(theirs).equals(series(here.version()))
        ? Finding.warning(both, remedy)
        : Finding.broken(both, remedy);
  }

  /** The part of a version within which both sides understand each other: {@code 1}, or 0.4. */
  private static String series(String version) {
    String[] parts = version.split("[.-]", 3);
    return parts.length > 1 && parts[0].equals("0") ? parts[0] + "." + parts[1] : parts[0];
  }
}

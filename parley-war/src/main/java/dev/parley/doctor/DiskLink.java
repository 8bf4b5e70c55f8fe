package dev.parley.doctor;

import dev.parley.doctor.client.Places;
import java.nio.file.Files;
import java.nio.file.Path;

/** The room in the data folder of a server on this machine. */
final class DiskLink implements Link {
  private static final long MIN_BYTES = 100L << 20;
  private static final long COMFORTABLE_BYTES = 1L << 30;

  @Override
  public String name() {
    return "disk";
  }

  @Override
  public Finding examine(Examination examination) {
    if (!examination.server().isLoopback()) {
      return Finding.skipped("The server is on another machine.");
    }
    Path folder = dataFolder(examination.surroundings().places());
    if (!Files.isDirectory(folder)) {
      return Finding.skipped("There is no data folder at " + folder + ".");
    }
    long free = examination.surroundings().freeBytes().applyAsLong(folder);
    String has = folder + " has " + (free >> 20) + " MB free";
    String remedy = "Make room on that disk, or give the server another one with --data.";
    if (free < MIN_BYTES) {
      return Finding.broken(has + ", and the server needs " + (MIN_BYTES >> 20) + ".", remedy);
    }
    return free < COMFORTABLE_BYTES ? Finding.warning(has + ".", remedy) : Finding.ok(has + ".");
  }

  /** The folder that a server of this user has unless it was given another one. */
  static Path dataFolder(Places places) {
    return places
        .variable("PARLEY_DATA")
        .map(Path::of)
        .orElseGet(
            () ->
                places
                    .variable("XDG_DATA_HOME")
                    .map(Path::of)
                    .orElse(places.home().resolve(".local").resolve("share"))
                    .resolve("parley"));
  }
}

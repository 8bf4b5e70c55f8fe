package dev.parley.doctor;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** The runnable file: the one doctor runs from, and the one that {@code PARLEY_WAR} names. */
final class FileLink implements Link {
  @Override
  public String name() {
    return "file";
  }

  @Override
  public Finding examine(Examination examination) {
    Surroundings here = examination.surroundings();
    Set<Path> files = new LinkedHashSet<>();
    here.places().variable("PARLEY_WAR").map(Path::of).ifPresent(files::add);
    here.war().ifPresent(files::add);
    if (files.isEmpty()) {
      return Finding.skipped("Doctor runs from folders of classes.");
    }
    for (Path file : files) {
      Optional<String> flaw = WarFile.flaw(file);
      if (flaw.isPresent()) {
        boolean named = !here.war().equals(Optional.of(file));
        return Finding.broken(
            file + (named ? ", which PARLEY_WAR names, " : " ") + flaw.get() + ".",
            named
                ? "Set PARLEY_WAR to the path of parley.war, or copy the file again."
                : "Copy the file again.");
      }
    }
    return Finding.ok(files.iterator().next() + " is whole.");
  }
}

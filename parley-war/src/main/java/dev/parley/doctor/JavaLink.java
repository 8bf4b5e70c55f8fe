package dev.parley.doctor;

import dev.parley.doctor.client.Places;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The {@code java} of the shell, which scripts and clients start. */
final class JavaLink implements Link {
  private static final String REMEDY = "Install Java 17 or newer, or point JAVA_HOME to one.";

  @Override
  public String name() {
    return "java";
  }

  @Override
  public Finding examine(Examination examination) throws IOException, InterruptedException {
    Places places = examination.surroundings().places();
    Optional<Path> program = JavaProgram.ofShell(places);
    if (program.isEmpty()) {
      String place =
          places
              .variable("JAVA_HOME")
              .map(home -> "JAVA_HOME is " + home + ", which has no java")
              .orElse("There is no java on the path");
      return Finding.broken(place + ".", REMEDY);
    }
    JavaProgram java;
    try {
      java = JavaProgram.asked(program.get());
    } catch (IOException noJava) {
      return Finding.broken(noJava.getMessage() + ".", REMEDY);
    }
    String is = java.file() + " is Java " + java.feature();
    return java.isNewEnough()
        ? Finding.ok(is + ".")
        : Finding.broken(is + ", and Parley needs 17.", REMEDY);
  }
}

package dev.parley.doctor;

import dev.parley.bridge.ExaminedServer;
import dev.parley.doctor.client.Client;
import dev.parley.doctor.client.Places;
import dev.parley.doctor.client.ServerEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The examination of one place where a client names Parley. */
final class EntryCheck {
  private static final int MILLIS = 3_000;
  private static final String BEARER = "bearer ";

  /** A word of {@code mcp} that names no server. */
  private static final String START_SERVER = "--start-server";

  private final Examination examination;
  private final Client client;
  private final ServerEntry entry;
  private final Places places;

  EntryCheck(Examination examination, Client client, ServerEntry entry) {
    this.examination = examination;
    this.client = client;
    this.entry = entry;
    this.places = examination.surroundings().places();
  }

  Finding finding() throws InterruptedException {
    Optional<Finding> broken = entry.address().isPresent() ? Optional.empty() : program();
    return broken.isPresent() ? broken.get() : server();
  }

  private Finding broken(String what, String remedy) {
    return Finding.broken(client.title() + " " + what + " (" + entry + ").", remedy);
  }

  private String setUpAgain() {
    return "Set it up again: java -jar parley.war setup " + client.word() + ".";
  }

  /** Looks at what the client starts. */
  private Optional<Finding> program() throws InterruptedException {
    String command = entry.command().orElse("");
    Optional<Path> program = placesOfEntry().program(command);
    if (program.isEmpty()) {
      return Optional.of(broken("starts '" + command + "', which is not there", setUpAgain()));
    }
    boolean isScript = command.endsWith(".sh");
    Optional<Path> war =
        isScript ? PluginWar.of(program.get(), placesOfEntry()) : entry.war().map(this::resolved);
    if (war.isEmpty()) {
      return isScript
          ? Optional.of(
              broken(
                  "starts a plugin that finds no parley.war",
                  "Set PARLEY_WAR to its path, or copy the file into the plugin's folder."))
          : Optional.empty();
    }
    Optional<String> flaw = WarFile.flaw(war.get());
    return flaw.isPresent()
        ? Optional.of(broken("starts " + war.get() + ", which " + flaw.get(), setUpAgain()))
        : java(program.get(), isScript);
  }

  private Path resolved(String war) {
    return places.folder().resolve(war);
  }

  private Optional<Finding> java(Path program, boolean isScript) throws InterruptedException {
    Optional<Path> java = isScript ? JavaProgram.ofShell(placesOfEntry()) : Optional.of(program);
    String remedy = "Install Java 17 or newer, and name it there.";
    if (java.isEmpty()) {
      return Optional.of(broken("finds no java", remedy));
    }
    if (!String.valueOf(java.get().getFileName()).startsWith("java")) {
      return Optional.empty();
    }
    try {
      JavaProgram asked = JavaProgram.asked(java.get());
      return asked.isNewEnough()
          ? Optional.empty()
          : Optional.of(broken("starts Java " + asked.feature() + ", and Parley needs 17", remedy));
    } catch (IOException noJava) {
      return Optional.of(broken("starts a Java that does not run: " + noJava.getMessage(), remedy));
    }
  }

  /** The places as the program sees them that the client starts. */
  private Places placesOfEntry() {
    return new Places(places.home(), places.folder(), places.managed(), environment());
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(places.environment());
    environment.putAll(entry.environment());
    return environment;
  }

  /** Looks at where it goes, and with which token. */
  private Finding server() {
    ExaminedServer theirs;
    try {
      theirs = probe();
    } catch (IllegalArgumentException mistake) {
      return broken("gives the bridge a word it refuses: " + masked(mistake), setUpAgain());
    }
    ExaminedServer ours = examination.server();
    if (!theirs.isSameServer(ours)) {
      return broken(
          "goes to " + theirs.address() + ", and doctor examined " + ours.address(),
          "Run doctor with --url " + theirs.address() + ", or correct the address there.");
    }
    return examination.works(TokenLink.class) && !admits(theirs)
        ? broken(
            "shows a token that the server refuses, or none",
            "Put a token of the server there as PARLEY_TOKEN.")
        : Finding.ok(
            client.title() + " has the " + entry + ", which goes to " + theirs.address() + ".");
  }

  /** A refusal repeats the address, in which a password may stand. */
  static String masked(IllegalArgumentException mistake) {
    return String.valueOf(mistake.getMessage()).replaceAll("//[^/\\s]*@", "//***@");
  }

  private ExaminedServer probe() {
    if (entry.address().isEmpty()) {
      List<String> words = new ArrayList<>(entry.bridgeWords());
      words.removeIf(word -> word.startsWith(START_SERVER));
      return ExaminedServer.of(words, environment());
    }
    List<String> words = List.of("--url", entry.address().get());
    Map<String, String> theirs = new HashMap<>(Map.of("XDG_CONFIG_HOME", "/nowhere"));
    places.variable("PARLEY_CA").ifPresent(ca -> theirs.put("PARLEY_CA", ca));
    entry.headers().entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase("Authorization"))
        .map(Map.Entry::getValue)
        .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(BEARER))
        .forEach(value -> theirs.put("PARLEY_TOKEN", value.substring(BEARER.length())));
    return ExaminedServer.of(words, theirs);
  }

  private static boolean admits(ExaminedServer theirs) {
    try {
      return TokenLink.admits(theirs, Optional.of(theirs.get("/health", "", MILLIS)));
    } catch (IOException goneSince) {
      return true;
    }
  }
}

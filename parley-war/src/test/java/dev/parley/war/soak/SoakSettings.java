package dev.parley.war.soak;

import dev.parley.war.load.LoadException;
import dev.parley.war.load.LoadSettings;
import dev.parley.war.process.ServerFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The settings of a run, from the system properties {@code parley.soak.*}.
 *
 * @param rate calls a second in all; 0 for the rate that uses half of the processors
 * @param bridgeSeconds from the end of one pair of bridges to the next pair; 0 for none
 * @param isKilled whether the restart begins with SIGKILL, and not with SIGTERM
 * @param folder where the samples, the log of the server and the classes of its heap are written
 */
record SoakSettings(
    Path war,
    List<String> serverFlags,
    int minutes,
    int rate,
    int agents,
    int rooms,
    int pages,
    int bridgeSeconds,
    boolean isKilled,
    Path folder)
    implements ServerFile {
  static final String HELP =
      """
      mvn -Psoak -pl parley-war -am verify
        minutes      measured time, half before the restart and half after it: 3 to 1,440 (60)
        rate         calls a second in all; 0: what uses half of the processors (0)
        agents       agents: 2 to 5,000, at least 2 a room (50)
        rooms        rooms of each kind, and sessions at a time (5)
        pages        pages that are opened and closed: 0 to 100 (3)
        bridges      seconds from one pair of bridges to the next: 1 to 3,600; 0: none (20)
        restart      term or kill: the signal that ends the server at half time (term)
        flags        flags of the JVM of the server, with blanks between
        war          the runnable file (target/parley.war)
        folder       where soak.csv, soak-server.log and soak-classes-*.txt are written (target)
      Each is a system property parley.soak.NAME.\
      """;

  private static final int MAX_RATE = 1_000_000;
  private static final int MAX_AGENTS = 5_000;

  static SoakSettings from(Properties properties) {
    int agents = number(properties, "agents", 50, 2, MAX_AGENTS);
    String flags = text(properties, "flags", "");
    return new SoakSettings(
        Path.of(text(properties, "war", "target/parley.war")),
        flags.isEmpty() ? List.of() : List.of(flags.split(" +", -1)),
        number(properties, "minutes", 60, 3, 1_440),
        number(properties, "rate", 0, 0, MAX_RATE),
        agents,
        number(properties, "rooms", Math.min(5, agents / 2), 1, agents / 2),
        number(properties, "pages", 3, 0, 100),
        number(properties, "bridges", 20, 0, 3_600),
        isKill(text(properties, "restart", "term")),
        Path.of(text(properties, "folder", "target")));
  }

  /** The settings of the agents on a server at this address, whose loop has this rate. */
  LoadSettings load(String url, int callsPerSecond) {
    Properties properties = new Properties();
    properties.setProperty("parley.load.url", url);
    properties.setProperty("parley.load.agents", Integer.toString(agents));
    properties.setProperty("parley.load.rooms", Integer.toString(rooms));
    properties.setProperty("parley.load.seconds", "10");
    properties.setProperty("parley.load.warm-up", "5");
    properties.setProperty("parley.load.rate", Integer.toString(callsPerSecond));
    return LoadSettings.from(properties);
  }

  /** Seconds from the beginning, or from the restart, to what follows. */
  double lifeSeconds() {
    return minutes * 30.0;
  }

  private static boolean isKill(String signal) {
    if (!signal.equals("term") && !signal.equals("kill")) {
      throw new LoadException("parley.soak.restart must be term or kill, not '" + signal + "'.");
    }
    return signal.equals("kill");
  }

  private static String text(Properties properties, String name, String usual) {
    String text = properties.getProperty("parley.soak." + name, "").strip();
    return text.isEmpty() ? usual : text;
  }

  private static int number(Properties properties, String name, int usual, int min, int max) {
    String text = text(properties, name, Integer.toString(usual));
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new LoadException(
        String.format("parley.soak.%s must be %d to %d, not '%s'.", name, min, max, text));
  }
}

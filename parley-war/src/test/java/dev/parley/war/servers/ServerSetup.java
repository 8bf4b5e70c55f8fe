package dev.parley.war.servers;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The setup of an application server beside the WAR.
 *
 * @param source the database of a data source of the server, which Parley uses; made for the folder
 *     of the server
 * @param redeploys whether Parley is deployed anew while it runs
 * @param settings further settings of Parley, as variables
 * @param beside further WARs, which WildFly deploys under their names
 */
record ServerSetup(
    Optional<Function<Path, SourceDatabase>> source,
    boolean redeploys,
    Map<String, String> settings,
    List<Path> beside) {

  /** The WAR alone. */
  static final ServerSetup PLAIN = new ServerSetup(Optional.empty(), false, Map.of(), List.of());

  /** Parley over a data source of the server. */
  static ServerSetup over(Function<Path, SourceDatabase> source) {
    return new ServerSetup(Optional.of(source), false, Map.of(), List.of());
  }

  /** The same, where a full collection clears what only caches refer to. */
  ServerSetup withRedeploys() {
    return new ServerSetup(source, true, settings, beside);
  }

  /** The same with further settings. */
  ServerSetup with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(more);
    return new ServerSetup(source, redeploys, all, beside);
  }

  /** The same with one more WAR. */
  ServerSetup beside(Path war) {
    return new ServerSetup(source, redeploys, settings, List.of(war));
  }
}

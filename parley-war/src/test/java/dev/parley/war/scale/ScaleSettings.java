package dev.parley.war.scale;

import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The settings of a measurement, from the system properties {@code parley.scale.*}.
 *
 * @param nodes the numbers of nodes, one deployment after the other
 * @param rate calls a second in all; 0 where each agent calls again once it is answered
 * @param runs the deployments of each number of nodes and each broker
 */
record ScaleSettings(
    List<Integer> nodes,
    List<Broker> brokers,
    List<Kind> kinds,
    int runs,
    int seconds,
    int warmUpSeconds,
    int agents,
    int rooms,
    int rate) {
  private static final int MAX_NODES = 16;

  ScaleSettings {
    for (int node : nodes) {
      if (node < 1 || node > MAX_NODES) {
        throw new IllegalArgumentException("parley.scale.nodes must be 1 to " + MAX_NODES + ".");
      }
    }
  }

  static ScaleSettings from(Properties properties) {
    return new ScaleSettings(
        names(properties, "nodes", "1,2,3,4").map(Integer::valueOf).toList(),
        names(properties, "brokers", "nats,redis").map(Broker::of).toList(),
        names(properties, "kinds", "messages,posts,claims,idle")
            .map(name -> Kind.valueOf(name.toUpperCase(Locale.ROOT)))
            .toList(),
        number(properties, "runs", 3, 1),
        number(properties, "seconds", 10, 1),
        number(properties, "warm-up", 20, 1),
        number(properties, "agents", 70, 2),
        number(properties, "rooms", 7, 1),
        number(properties, "rate", 0, 0));
  }

  private static Stream<String> names(Properties properties, String name, String usual) {
    return Stream.of(text(properties, name, usual).split(",", -1)).map(String::strip);
  }

  private static int number(Properties properties, String name, int usual, int min) {
    int value = Integer.parseInt(text(properties, name, String.valueOf(usual)));
    if (value < min) {
      throw new IllegalArgumentException("parley.scale." + name + " must be " + min + " or more.");
    }
    return value;
  }

  private static String text(Properties properties, String name, String usual) {
    String text = properties.getProperty("parley.scale." + name, "").strip();
    return text.isEmpty() ? usual : text;
  }
}

package dev.parley.doctor;

import dev.parley.bridge.JsonValue;
import java.util.List;
import java.util.Optional;

/** The store of durable rooms, by the server's own words. */
final class BrokerLink implements Link {
  @Override
  public String name() {
    return "broker";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(ServerLink.class, HostLink.class);
  }

  @Override
  public Finding examine(Examination examination) {
    Optional<JsonValue> health = examination.healthBody();
    String store = health.flatMap(json -> json.text("bus", "durable")).orElse("its broker");
    boolean away =
        health.flatMap(json -> json.text("reason")).filter("broker_away"::equals).isPresent()
            || health.filter(json -> json.isFalse("bus", "reachable")).isPresent();
    String since =
        health.flatMap(json -> json.text("since")).map(time -> " since " + time).orElse("");
    return away
        ? Finding.broken(
            "The server cannot reach " + store + since + ", the store of durable rooms.",
            "Start the broker, or correct --bus; the server goes on by itself.")
        : Finding.ok("The store of durable rooms can be reached.");
  }
}

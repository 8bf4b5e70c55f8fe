package dev.parley.doctor;

import dev.parley.bridge.JsonValue;
import java.util.List;
import java.util.Optional;

/** The database of the server, by the server's own words. */
final class DatabaseLink implements Link {
  @Override
  public String name() {
    return "database";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(ServerLink.class, HostLink.class);
  }

  @Override
  public Finding examine(Examination examination) {
    Optional<JsonValue> health = examination.healthBody();
    String reason = health.flatMap(json -> json.text("reason")).orElse("");
    String since =
        health.flatMap(json -> json.text("since")).map(time -> " since " + time).orElse("");
    boolean down = health.flatMap(json -> json.text("status")).filter("down"::equals).isPresent();
    if (!down) {
      return Finding.ok(
          health
              .flatMap(json -> json.text("database", "product"))
              .map(product -> "The server writes to its database: " + product + ".")
              .orElse("The server writes to its database."));
    }
    return switch (reason) {
      case "disk_full" ->
          Finding.broken(
              "The disk of the server's database is full" + since + ".",
              "Make room on it; the server goes on by itself.");
      case "not_open" ->
          Finding.broken(
              "The server has not opened its database.",
              "Wait for a server that was just started; else read its log for the reason.");
      default ->
          Finding.broken(
              "The server cannot reach its database" + since + ".",
              "Start the database, or correct --db and its password; the server's log has the"
                  + " reason.");
    };
  }
}

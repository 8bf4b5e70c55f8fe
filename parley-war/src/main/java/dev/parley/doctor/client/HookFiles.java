package dev.parley.doctor.client;

import dev.parley.bridge.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The hooks of a client that belong to Parley.
 *
 * @param files the files they stand in
 * @param events the events they run at
 * @param servers the MCP servers whose tools they call
 * @param programs the programs they start
 * @param complaint the reason they do not run; empty where none is seen
 */
public record HookFiles(
    List<Path> files,
    Set<String> events,
    Set<String> servers,
    Set<String> programs,
    Optional<Complaint> complaint) {

  /** Copies the collections. */
  public HookFiles {
    files = List.copyOf(files);
    events = Collections.unmodifiableSet(new TreeSet<>(events));
    servers = Set.copyOf(servers);
    programs = Set.copyOf(programs);
  }

  /** Gathers hooks from several files. */
  static final class Gathering {
    private final List<Path> files = new ArrayList<>();
    private final Set<String> events = new TreeSet<>();
    private final Set<String> servers = new TreeSet<>();
    private final Set<String> programs = new TreeSet<>();
    private Optional<Complaint> complaint = Optional.empty();
    private Optional<Long> shortest = Optional.empty();

    /** Keeps the first complaint. */
    void complain(String what, String remedy) {
      complaint = complaint.or(() -> Optional.of(new Complaint(what, remedy)));
    }

    /** Takes the hooks of Parley in the member {@code hooks} of a file. */
    void take(Path file, JsonValue content, Map<String, String> variables) {
      Optional<JsonValue> hooks = content.at("hooks");
      for (String event : hooks.map(JsonValue::names).orElse(List.of())) {
        List<JsonValue> groups = hooks.get().at(event).map(JsonValue::elements).orElse(List.of());
        for (JsonValue group : groups) {
          for (JsonValue hook : group.at("hooks").map(JsonValue::elements).orElse(List.of())) {
            take(file, event, hook, variables);
          }
        }
      }
    }

    private void take(Path file, String event, JsonValue hook, Map<String, String> variables) {
      String raw = ServerEntry.expanded(hook.raw(), variables).toLowerCase(Locale.ROOT);
      if (!raw.contains("parley") && !raw.contains("hook_event")) {
        return;
      }
      if (!files.contains(file)) {
        files.add(file);
      }
      events.add(event);
      Optional<Long> timeout = hook.number("timeout");
      shortest =
          timeout.filter(time -> shortest.isEmpty() || time < shortest.get()).or(() -> shortest);
      hook.text("server").ifPresent(servers::add);
      hook.text("command")
          .map(command -> ServerEntry.expanded(command, variables).strip())
          .filter(command -> !command.isEmpty())
          .ifPresent(command -> programs.add(first(command)));
    }

    /** The shortest time that a hook has, in the unit of the client. */
    Optional<Long> shortestTimeout() {
      return shortest;
    }

    private static String first(String command) {
      char quote = command.charAt(0);
      int end = quote == '"' || quote == '\'' ? command.indexOf(quote, 1) : -1;
      return end > 0 ? command.substring(1, end) : command.split("\\s+", 2)[0];
    }

    HookFiles gathered() {
      return new HookFiles(files, events, servers, programs, complaint);
    }
  }
}

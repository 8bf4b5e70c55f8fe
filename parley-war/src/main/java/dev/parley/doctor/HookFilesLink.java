package dev.parley.doctor;

import dev.parley.doctor.client.Client;
import dev.parley.doctor.client.Complaint;
import dev.parley.doctor.client.HookFiles;
import dev.parley.doctor.client.Places;
import dev.parley.doctor.client.ServerEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The hooks of the clients: there, whole, and calling the server by its name. */
final class HookFilesLink implements Link {
  @Override
  public String name() {
    return "hooks";
  }

  @Override
  public Finding examine(Examination examination) throws IOException {
    List<String> have = new ArrayList<>();
    List<String> lack = new ArrayList<>();
    for (Client client : examination.clients()) {
      if (!client.entries().isEmpty()) {
        HookFiles hooks = client.hooks();
        Optional<Finding> broken = broken(client, hooks, examination.surroundings().places());
        if (broken.isPresent()) {
          return broken.get();
        }
        if (hooks.events().isEmpty()) {
          lack.add(client.title());
        } else {
          have.add(client.title() + " (" + String.join(", ", hooks.events()) + ")");
        }
      }
    }
    if (!lack.isEmpty()) {
      return Finding.warning(
          String.join(", ", lack)
              + " has no hooks of Parley: its model hears of a message when it calls a tool.",
          "Install the plugin or the hooks: java -jar parley.war setup.");
    }
    return have.isEmpty()
        ? Finding.skipped("No client has Parley set up by files.")
        : Finding.ok("Hooks are installed in " + String.join("; ", have) + ".");
  }

  private static Optional<Finding> broken(Client client, HookFiles hooks, Places places)
      throws IOException {
    if (hooks.complaint().isPresent()) {
      Complaint complaint = hooks.complaint().get();
      return Optional.of(Finding.broken(complaint.what(), complaint.remedy()));
    }
    List<String> names = client.entries().stream().map(ServerEntry::name).toList();
    for (String server : hooks.servers()) {
      if (!names.contains(server)) {
        return Optional.of(
            Finding.broken(
                "The hooks of "
                    + client.title()
                    + " call the server '"
                    + server
                    + "', and Parley is there as "
                    + String.join(", ", names)
                    + ".",
                "Write that name into " + hooks.files().get(0) + "."));
      }
    }
    for (String program : hooks.programs()) {
      boolean isPath = program.contains("/") && !program.contains("$") && !program.startsWith("~");
      if (isPath && places.program(program).isEmpty()) {
        return Optional.of(
            Finding.broken(
                "A hook of " + client.title() + " starts " + program + ", which is not there.",
                "Install the hooks again: java -jar parley.war setup " + client.word() + "."));
      }
    }
    return needs(client, hooks, places);
  }

  /** The script of the extension asks the bridge by curl. */
  private static Optional<Finding> needs(Client client, HookFiles hooks, Places places) {
    boolean byCurl =
        client.word().equals("gemini")
            && hooks.programs().stream().anyMatch(program -> program.endsWith("hook.sh"));
    return byCurl && places.program("curl").isEmpty()
        ? Optional.of(
            Finding.broken(
                "The hooks of Gemini CLI need curl, which is not on the path.", "Install curl."))
        : Optional.empty();
  }
}

package dev.parley.doctor;

import dev.parley.doctor.client.Client;
import dev.parley.doctor.client.Places;
import dev.parley.doctor.client.ServerEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The program {@code codex}, by whose queue the bridge wakes an idle session of Codex. */
final class CodexQueueLink implements Link {
  @Override
  public String name() {
    return "codex queue";
  }

  @Override
  public Finding examine(Examination examination) throws IOException {
    Optional<Client> codex =
        examination.clients().stream().filter(one -> one.word().equals("codex")).findFirst();
    List<ServerEntry> entries = codex.isEmpty() ? List.of() : codex.get().entries();
    if (entries.isEmpty()) {
      return Finding.skipped("Parley is not set up in Codex.");
    }
    Places places = examination.surroundings().places();
    Map<String, String> environment = new HashMap<>(places.environment());
    environment.putAll(entries.get(0).environment());
    Optional<Path> program =
        new Places(places.home(), places.folder(), places.managed(), environment).program("codex");
    if (entries.get(0).address().isPresent()) {
      return Finding.warning(
          "Codex reaches Parley by its address, so nothing wakes an idle session.",
          "Let Codex start the bridge: java -jar parley.war setup codex.");
    }
    return program
        .map(file -> Finding.ok("The bridge can call " + file + " queue."))
        .orElse(
            Finding.broken(
                "There is no codex on the path, so the bridge cannot wake an idle session.",
                "Put the folder of codex on the PATH of the shell that starts it."));
  }
}

package dev.parley.doctor;

import dev.parley.doctor.client.Client;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A client that names Parley at all. */
final class ClientLink implements Link {
  @Override
  public String name() {
    return "client";
  }

  @Override
  public Finding examine(Examination examination) throws IOException {
    List<Client> clients = examination.clients();
    List<String> found = new ArrayList<>();
    for (Client client : clients) {
      if (namesParley(client)) {
        found.add(client.title());
      }
    }
    if (!found.isEmpty()) {
      return Finding.ok("Parley is set up in " + String.join(", ", found) + ".");
    }
    String titles = clients.stream().map(Client::title).collect(Collectors.joining(", "));
    return Finding.broken(
        (clients.size() > 1 ? "No client has Parley set up: " : "Parley is not set up in ")
            + titles
            + ".",
        "Set one up: java -jar parley.war setup " + clients.get(0).word() + ".");
  }

  /** A file that cannot be read counts: the link of its client says so. */
  static boolean namesParley(Client client) throws IOException {
    try {
      return !client.entries().isEmpty() || client.plugin().isPresent();
    } catch (IOException unreadable) {
      return true;
    }
  }
}

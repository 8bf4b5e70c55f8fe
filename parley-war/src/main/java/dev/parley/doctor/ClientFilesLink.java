package dev.parley.doctor;

import dev.parley.doctor.client.Client;
import dev.parley.doctor.client.Complaint;
import dev.parley.doctor.client.ServerEntry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The place where one client names Parley: what it starts exists and goes to this server. */
abstract class ClientFilesLink implements Link {
  private static final Duration LIMIT = Duration.ofSeconds(8);

  @Override
  public Duration limit(Examination examination) {
    return LIMIT;
  }

  @Override
  public Finding examine(Examination examination) throws IOException, InterruptedException {
    Optional<Client> chosen =
        examination.clients().stream().filter(one -> one.word().equals(name())).findFirst();
    if (chosen.isEmpty()) {
      return Finding.skipped("Another client was chosen.");
    }
    Client client = chosen.get();
    if (!client.isPresent()) {
      return Finding.skipped("There is no " + client.title() + " here.");
    }
    List<ServerEntry> entries = client.entries();
    if (entries.isEmpty()) {
      return without(client);
    }
    ServerEntry entry = entries.get(0);
    Optional<Complaint> refusal = client.refusal(entry);
    Finding finding =
        refusal.isPresent()
            ? Finding.broken(refusal.get().what(), refusal.get().remedy())
            : new EntryCheck(examination, client, entry).finding();
    boolean twice = entries.size() > 1 && finding.state() == Finding.State.OK;
    return twice
        ? Finding.warning(
            client.title()
                + " names Parley "
                + entries.size()
                + " times, first as the "
                + entry
                + ".",
            "Keep one of them, or its agent is there twice.")
        : finding;
  }

  private static Finding without(Client client) throws IOException {
    return client.plugin().isPresent()
        ? Finding.ok(client.title() + " has Parley by a plugin.")
        : Finding.skipped("Parley is not set up in " + client.title() + ".");
  }
}

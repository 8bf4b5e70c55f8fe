package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The acts of a team, and the entries that the audit must have of them. */
final class AuditScript {
  private static final String HERE = "127.0.0.1";

  private final List<Entry> entries = new ArrayList<>();
  private final List<Instant> begun = new ArrayList<>();
  private final List<Instant> ended = new ArrayList<>();

  /** An entry that an act makes. */
  record Planned(
      String workspace,
      String actor,
      String credential,
      String action,
      String target,
      String result) {}

  /** An entry without its id and time; an empty text stands for none. */
  record Entry(
      String workspace,
      String actor,
      String credential,
      String address,
      String action,
      String target,
      String result,
      long times) {

    static Entry of(JsonNode entry) {
      return new Entry(
          entry.path("workspace").asString(),
          entry.path("actor").asString(),
          entry.path("credential").asString(""),
          entry.path("address").asString(""),
          entry.path("action").asString(),
          entry.path("target").asString(),
          entry.path("result").asString(),
          entry.path("times").asLong());
    }

    /** Returns false for exports, and for what stands for repetitions and comes a minute later. */
    boolean isOfTheScript() {
      return !action.equals("audit.export") && times == 1;
    }

    static Entry of(Planned planned) {
      return new Entry(
          planned.workspace(),
          planned.actor(),
          planned.credential(),
          HERE,
          planned.action(),
          planned.target(),
          planned.result(),
          1);
    }
  }

  /** Something that is done. */
  interface Doing {
    void run() throws Exception;
  }

  /** Does something that makes these entries. */
  void act(Doing doing, Planned... planned) throws Exception {
    Instant before = Instant.now();
    doing.run();
    add(before, planned);
  }

  /** Notes entries of what was begun at a time and has ended now. */
  void add(Instant before, Planned... planned) {
    for (Planned one : planned) {
      entries.add(Entry.of(one));
      begun.add(before.truncatedTo(ChronoUnit.MILLIS));
      ended.add(Instant.now());
    }
  }

  List<Entry> entries() {
    return entries;
  }

  /** Fails unless each entry was recorded while its act was under way. */
  void assertTimes(List<JsonNode> stored) {
    for (int i = 0; i < entries.size(); i++) {
      Instant at = Instant.parse(stored.get(i).path("at").asString());
      assertThat(at).as(entries.get(i).toString()).isBetween(begun.get(i), ended.get(i));
    }
  }

  static String sha256(String text) throws Exception {
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash);
  }
}

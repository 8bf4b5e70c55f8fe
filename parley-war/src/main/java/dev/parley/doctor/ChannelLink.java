package dev.parley.doctor;

import dev.parley.bridge.JsonValue;
import dev.parley.doctor.client.ClaudeSettings;
import dev.parley.doctor.client.Client;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The channel of Claude Code, as far as the files of an organisation decide on it. */
final class ChannelLink implements Link {
  private static final String OTHERS = "Hooks and the monitor of the plugin wake without it.";

  @Override
  public String name() {
    return "channel";
  }

  @Override
  public Finding examine(Examination examination) throws IOException {
    Optional<Client> claude =
        examination.clients().stream().filter(one -> one.word().equals("claude")).findFirst();
    if (claude.isEmpty() || !ClientLink.namesParley(claude.get())) {
      return Finding.skipped("Only Claude Code has channels.");
    }
    List<ClaudeSettings.Loaded> managed =
        new ClaudeSettings(examination.surroundings().places())
            .all().stream().filter(ClaudeSettings.Loaded::managed).toList();
    if (managed.isEmpty()) {
      return Finding.ok(
          "No policy of an organisation is here. The vendor's switch and the flag"
              + " --dangerously-load-development-channels decide on channels.");
    }
    JsonValue policy = managed.get(0).content();
    if (managed.stream().noneMatch(loaded -> loaded.content().isTrue("channelsEnabled"))) {
      return Finding.warning(
          "The organisation has channels switched off: "
              + managed.get(0).file()
              + " does not set channelsEnabled.",
          "Nothing has to be done. " + OTHERS);
    }
    Optional<JsonValue> allowed = policy.at("allowedChannelPlugins");
    return allowed.filter(list -> !list.raw().contains("\"parley\"")).isPresent()
        ? Finding.warning(
            "The organisation allows channels of other plugins only (allowedChannelPlugins).",
            "Nothing has to be done. " + OTHERS)
        : Finding.ok("The organisation allows channels.");
  }
}

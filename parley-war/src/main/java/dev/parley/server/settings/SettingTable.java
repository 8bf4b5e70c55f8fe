package dev.parley.server.settings;

import static dev.parley.server.settings.Setting.Reach.DEPLOYMENT;
import static dev.parley.server.settings.Setting.Reach.EVERYWHERE;
import static dev.parley.server.settings.Setting.Reach.PARAMETER;
import static dev.parley.server.settings.Setting.Reach.SERVE;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every setting of the server. Those with an option come from the model of the command line, whose
 * descriptions end with their bounds and their default; the others are listed here.
 */
public final class SettingTable {
  /** The options that the deployment does not read. */
  private static final Set<String> SERVE_ALONE =
      Set.of(
          "port",
          "next-free-port",
          "bind",
          "context",
          "tls-certificate",
          "tls-key",
          "max-connections",
          "max-connections-per-address",
          "connection-idle",
          "end-when-idle",
          "min-data-rate",
          "log-format",
          "log-level",
          SettingSources.CONFIG);

  private static final Set<String> SECRETS = Set.of("token", "login-secret", "oidc-client-secret");

  private static final Pattern DESCRIPTION =
      Pattern.compile("(.*?)(?: Bounds: (.*?)\\.)?(?: Default: (.*)\\.)?");

  private static final List<Setting> WITHOUT_OPTION =
      List.of(
          plain(
              "node",
              "Name of this process, where several are over one database.",
              "1 to 64 characters",
              "none, for a process that is alone over its database"),
          plain("instance", "Name of this server that agents and people see.", "", "none"),
          plain(
              "grace",
              "How long the connections of a node that is gone, and of a client that is gone, are"
                  + " waited for.",
              "above 0, to P30D",
              "60s"),
          plain(
              "idle",
              "How long an MCP session without a stream outlives its last request.",
              "above 0",
              "10m"),
          plain(
              "beat",
              "Pause after which something is written on every stream.",
              "above 0",
              "15s; a sixth of a shorter presence-ttl"),
          plain(
              "presence-ttl",
              "How long after its last sign of life an agent counts as there; the same on all"
                  + " nodes.",
              "presence-heartbeat to P1D",
              "90s"),
          plain(
              "presence-heartbeat",
              "Pause between two announcements of this node to the others.",
              "PT0.1S to 1h",
              "30s; a third of a shorter presence-ttl"),
          plain(
              "executor",
              "JNDI name of the executor of an application server that runs Parley's tasks, or own"
                  + " for threads of Parley.",
              "a name that begins with java: or concurrent/, or own",
              "java:comp/DefaultManagedExecutorService where there is one; else own"),
          plain("drain-threads", "Threads that write to network clients.", "1 or more", "1"),
          plain(
              "login-secret",
              "Text that signs logins at the page; nodes with the same text take each other's"
                  + " logins.",
              "",
              "a random one, in the data folder where there is one"),
          plain(
              "oidc-client-secret",
              "Secret of the client of --oidc-client-id, where no file has it.",
              "",
              "a public client"),
          new Setting(
              "bound-to-loopback",
              PARAMETER,
              false,
              "Whether the application server lets in programs of its own machine alone; such a"
                  + " deployment is open while it has no token and no issuer.",
              "true or false",
              "false"));

  private final List<Setting> all;

  private SettingTable(List<Setting> all) {
    this.all = all;
  }

  /** Returns the table, with the options of this command. */
  public static SettingTable of(CommandSpec serve) {
    List<Setting> all = new ArrayList<>();
    for (OptionSpec option : serve.options()) {
      if (isSetting(option)) {
        all.add(setting(option));
      }
    }
    all.addAll(WITHOUT_OPTION);
    return new SettingTable(List.copyOf(all));
  }

  /** Every setting has its default in its description; what asks for a text does not. */
  private static boolean isSetting(OptionSpec option) {
    return String.join(" ", option.description()).contains(" Default: ");
  }

  private static Setting setting(OptionSpec option) {
    String name = SettingSources.name(option);
    Matcher parts = DESCRIPTION.matcher(String.join(" ", option.description()));
    boolean whole = parts.matches();
    return new Setting(
        name,
        SERVE_ALONE.contains(name) ? SERVE : EVERYWHERE,
        SECRETS.contains(name),
        whole ? parts.group(1) : "",
        Optional.ofNullable(whole ? parts.group(2) : null).orElse(""),
        Optional.ofNullable(whole ? parts.group(3) : null).orElse(""));
  }

  private static Setting plain(String name, String meaning, String bounds, String fallback) {
    return new Setting(name, DEPLOYMENT, SECRETS.contains(name), meaning, bounds, fallback);
  }

  /** All settings: those with an option in the order of the help, then the others. */
  public List<Setting> all() {
    return all;
  }

  /** Returns the settings that have no option, and are read from the sources all the same. */
  public List<Setting> withoutOption() {
    return all.stream().filter(setting -> setting.reach() == DEPLOYMENT).toList();
  }
}

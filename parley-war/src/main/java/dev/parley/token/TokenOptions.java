package dev.parley.token;

import dev.parley.trust.TrustedAuthorities;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The words of a command line of {@code token}.
 *
 * @param command create, list, revoke, rotate or scopes
 * @param id the public id of a credential; empty for create and list
 * @param properties the properties of a new credential, by their names on the command line
 * @param url the address of the server, without {@code /mcp}
 * @param trusted the authorities of the server's certificate
 * @param token the token of an admin; empty where the owner's is meant
 * @param data the data folder of the server, which has the owner's token
 * @param json whether the answer is printed as JSON
 */
record TokenOptions(
    String command,
    Optional<String> id,
    Map<String, String> properties,
    URI url,
    TrustedAuthorities trusted,
    Optional<String> token,
    Path data,
    boolean json) {
  private static final Set<String> COMMANDS =
      Set.of("create", "list", "revoke", "rotate", "scopes");
  private static final Set<String> OF_THE_SERVER = Set.of("url", "data", "token-file", "ca");
  private static final Set<String> PROPERTIES =
      Set.of("kind", "role", "workspace", "names", "scopes", "expires", "label");

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException where it is wrong; its message is for the person
   */
  static TokenOptions of(String[] args, Map<String, String> environment) {
    List<String> words = new ArrayList<>();
    Map<String, String> flags = new LinkedHashMap<>();
    boolean json = false;
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--json")) {
        json = true;
      } else if (!args[i].startsWith("--")) {
        words.add(args[i]);
      } else {
        int equals = args[i].indexOf('=');
        String flag = equals < 0 ? args[i].substring(2) : args[i].substring(2, equals);
        if (!PROPERTIES.contains(flag) && !OF_THE_SERVER.contains(flag)) {
          throw new IllegalArgumentException("there is no option --" + flag);
        }
        if (equals < 0 && i + 1 == args.length) {
          throw new IllegalArgumentException("--" + flag + " needs a value");
        }
        flags.put(flag, equals < 0 ? args[++i] : args[i].substring(equals + 1));
      }
    }
    return checked(words, flags, environment, json);
  }

  private static TokenOptions checked(
      List<String> words,
      Map<String, String> flags,
      Map<String, String> environment,
      boolean json) {
    if (words.isEmpty() || !COMMANDS.contains(words.get(0))) {
      throw new IllegalArgumentException("token needs create, list, revoke, rotate or scopes");
    }
    String command = words.get(0);
    boolean namesOne = !command.equals("create") && !command.equals("list");
    if (words.size() != (namesOne ? 2 : 1)) {
      throw new IllegalArgumentException(
          "token " + command + (namesOne ? " needs the id of one credential" : " takes no id"));
    }
    String url = value(flags.remove("url"), environment.get("PARLEY_URL"), AdminToken.DEFAULT_URL);
    String data =
        value(flags.remove("data"), environment.get("PARLEY_DATA"), usualData(environment));
    String ca = value(flags.remove("ca"), environment.get("PARLEY_CA"), "");
    Optional<String> token = AdminToken.named(flags.remove("token-file"), environment);
    if (command.equals("scopes") != (flags.containsKey("scopes") && flags.size() == 1)
        && !command.equals("create")) {
      throw new IllegalArgumentException(
          command.equals("scopes")
              ? "token scopes needs --scopes, with commas, and nothing else"
              : "token " + command + " takes no properties");
    }
    if (command.equals("create") && !flags.containsKey("kind")) {
      throw new IllegalArgumentException("token create needs --kind agent, person, admin or node");
    }
    return new TokenOptions(
        command,
        namesOne ? Optional.of(words.get(1)) : Optional.empty(),
        flags,
        AdminToken.server(url),
        ca.isEmpty() ? TrustedAuthorities.DEFAULT : TrustedAuthorities.in(ca),
        token,
        Path.of(data),
        json);
  }

  private static String value(@Nullable String flag, @Nullable String variable, String otherwise) {
    return flag != null ? flag : variable != null && !variable.isBlank() ? variable : otherwise;
  }

  private static String usualData(Map<String, String> environment) {
    String base = environment.get("XDG_DATA_HOME");
    Path folder =
        base == null || base.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "share")
            : Path.of(base);
    return folder.resolve("parley").toString();
  }

  /** Says everything but the token. */
  @Override
  public String toString() {
    return "token " + command + " at " + url;
  }
}

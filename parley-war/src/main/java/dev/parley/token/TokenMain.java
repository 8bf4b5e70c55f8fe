package dev.parley.token;

import dev.parley.bridge.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code java -jar parley.war token}: the credentials of a running server. */
public final class TokenMain {
  /** The text of {@code --help}. */
  public static final String HELP =
      """
      usage: java -jar parley.war token create --kind agent|person|admin|node [--names NAMES]
                                               [--role viewer|member|lead|admin] [--scopes LIST]
                                               [--workspace NAME] [--expires TIME] [--label TEXT]
             java -jar parley.war token list
             java -jar parley.war token scopes ID --scopes LIST
             java -jar parley.war token rotate ID
             java -jar parley.war token revoke ID

      Creates and revokes the credentials of a running server. A token is shown once, on the
      standard output; the server keeps its hash. From the first one on, every request to the
      server needs a credential. Connections of a revoked one end within 2 seconds.

      --kind       the kind of its holder
      --names      the names it may act as: alice; alice.* for alice and alice.fe; * for all (default)
      --role       default: admin for the kind admin, else member
      --scopes     with commas, of rooms:read, rooms:write, bus:read, bus:write, team:read,
                   team:write, watch, admin; default: those of the role
      --workspace  the one workspace it opens; default: default
      --expires    the time until it ends, for example P30D or PT8H; default: never
      --label      a text by which you know it
      --url        the address of the server; default PARLEY_URL, else http://127.0.0.1:7539
      --data       the data folder of the server, whose owner.token this uses; default PARLEY_DATA,
                   else $XDG_DATA_HOME/parley
      --token-file a file with the token of an admin, which only its owner may read. It is used
                   instead of the owner's, as is PARLEY_TOKEN; default PARLEY_TOKEN_FILE
      --ca         a PEM file of certificate authorities to trust at an https address, besides
                   those of Java; default PARLEY_CA
      --json       print the server's answer as it is

      Examples:
        java -jar parley.war token create --kind agent --names 'alice.*' --expires P30D
        java -jar parley.war token list

      Exit codes:
        0   done
        1   the server refused, or is away
        2   a mistake in the options
      """;

  private static final String HEAD_FORMAT = "%-12s  %-6s  %-18s  %-10s  %-7s  %-8s  %-20s  %s%n";

  private TokenMain() {}

  /** Does what the words say, and ends with an exit code. */
  public static void main(String[] args) {
    if (args.length == 0 || List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      System.exit(args.length == 0 ? 2 : 0);
    }
    System.exit(run(args, System.getenv()));
  }

  static int run(String[] args, Map<String, String> environment) {
    TokenOptions options;
    try {
      options = TokenOptions.of(args, environment);
    } catch (IllegalArgumentException mistake) {
      System.err.println("parley: " + mistake.getMessage() + " (see token --help)");
      return 2;
    }
    try {
      TokenClient server = TokenClient.of(options);
      if (options.command().equals("list")) {
        list(server, options.json());
      } else {
        show(options, change(server, options));
      }
      return 0;
    } catch (TokenClient.Failure failure) {
      System.err.println("parley token: ".concat(String.valueOf(failure.getMessage())));
      return 1;
    }
  }

  private static JsonValue change(TokenClient server, TokenOptions options)
      throws TokenClient.Failure {
    String one = "/".concat(options.id().orElse(""));
    return switch (options.command()) {
      case "create" -> server.send("POST", "", properties(options.properties()));
      case "rotate" -> server.send("POST", one.concat("/rotate"), "");
      case "revoke" -> server.send("DELETE", one, "");
      default -> server.send("PATCH", one, properties(options.properties()));
    };
  }

  /** The properties as the server reads them. */
  private static String properties(Map<String, String> given) {
    return given.entrySet().stream()
        .map(
            property ->
                switch (property.getKey()) {
                  case "scopes" -> "\"scopes\":" + array(property.getValue());
                  case "expires" -> "\"expiresIn\":" + JsonValue.quoted(property.getValue());
                  default ->
                      JsonValue.quoted(property.getKey())
                          + ":"
                          + JsonValue.quoted(property.getValue());
                })
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String array(String list) {
    return Stream.of(list.split(",", -1))
        .map(String::strip)
        .map(JsonValue::quoted)
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static void show(TokenOptions options, JsonValue answer) {
    if (options.json()) {
      System.out.println(answer);
      return;
    }
    Optional<String> token = answer.text("token");
    JsonValue credential = answer.at("credential").orElse(answer);
    if (token.isPresent()) {
      System.err.println(sentence(credential));
      System.err.println("Its token, which nobody can read again:");
      System.out.println(token.get());
    } else {
      System.out.println(sentence(credential));
    }
  }

  private static String sentence(JsonValue credential) {
    return "Credential "
        + field(credential, "id")
        + " ("
        + field(credential, "kind")
        + ", "
        + field(credential, "role")
        + ") for "
        + field(credential, "names")
        + " in workspace "
        + field(credential, "workspace")
        + " is "
        + field(credential, "state")
        + credential
            .text("expiresAt")
            .filter(end -> field(credential, "state").equals("active"))
            .map(" until "::concat)
            .orElse("")
        + ". Scopes: "
        + scopes(credential)
        + ".";
  }

  private static void list(TokenClient server, boolean json) throws TokenClient.Failure {
    List<JsonValue> rows = new ArrayList<>();
    Optional<String> after = Optional.empty();
    do {
      JsonValue page = server.send("GET", after.map("?after="::concat).orElse(""), "");
      if (json) {
        System.out.println(page);
      }
      page.at("items").ifPresent(items -> rows.addAll(items.elements()));
      after = page.isTrue("truncated") ? page.text("next") : Optional.empty();
    } while (after.isPresent());
    if (!json) {
      System.out.printf(
          HEAD_FORMAT, "ID", "KIND", "NAMES", "WORKSPACE", "ROLE", "STATE", "LAST USED", "LABEL");
      rows.forEach(
          row ->
              System.out.printf(
                  HEAD_FORMAT,
                  field(row, "id"),
                  field(row, "kind"),
                  field(row, "names"),
                  field(row, "workspace"),
                  field(row, "role"),
                  field(row, "state"),
                  row.text("lastUsedAt").map(at -> at.substring(0, 16)).orElse("never"),
                  field(row, "label")));
      System.err.println(rows.size() + " credentials.");
    }
  }

  private static String scopes(JsonValue credential) {
    return credential
        .at("scopes")
        .map(
            list ->
                list.elements().stream()
                    .flatMap(scope -> scope.string().stream())
                    .collect(Collectors.joining(", ")))
        .orElse("");
  }

  private static String field(JsonValue object, String name) {
    return object.text(name).orElse("");
  }
}

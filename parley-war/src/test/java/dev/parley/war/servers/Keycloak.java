package dev.parley.war.servers;

import static dev.parley.war.testing.Eventually.eventually;

import dev.parley.war.testing.Browser;
import dev.parley.war.testing.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Keycloak in development mode, on loopback, with the realm {@code parley}: the people ada, who
 * has the roles {@code parley-user} and {@code lead}, and bob; a program; and a client for the
 * page, whose ID tokens have the roles.
 */
final class Keycloak implements AutoCloseable {
  /** The audience of the tokens for Parley. */
  static final String AUDIENCE = "parley-of-the-tests";

  private static final Duration START_BOUND = Duration.ofMinutes(5);
  private static final Pattern FORM =
      Pattern.compile("<form[^>]*\\baction=\"([^\"]+)\"", Pattern.CASE_INSENSITIVE);

  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final String REALM =
      """
      {"realm":"parley","enabled":true,"sslRequired":"none","accessTokenLifespan":300,
       "roles":{"realm":[{"name":"parley-user"},{"name":"lead"}]},
       "clients":[
        {"clientId":"parley-cli","publicClient":true,"directAccessGrantsEnabled":true,
         "redirectUris":["http://127.0.0.1/*"],"protocolMappers":[MAPPER]},
        {"clientId":"elsewhere","publicClient":true,"directAccessGrantsEnabled":true,
         "redirectUris":["http://127.0.0.1/*"]},
        {"clientId":"parley-page","publicClient":false,"secret":"page-secret",
         "redirectUris":["http://127.0.0.1/*"],
         "attributes":{"pkce.code.challenge.method":"S256"},"protocolMappers":[ROLES]},
        {"clientId":"parley-agent","publicClient":false,"secret":"agent-secret",
         "serviceAccountsEnabled":true,"standardFlowEnabled":false,"protocolMappers":[MAPPER]}],
       "users":[
        {"username":"ada","enabled":true,"email":"ada@example.org","emailVerified":true,
         "firstName":"Ada","lastName":"A","realmRoles":["parley-user","lead"],
         "credentials":[{"type":"password","value":"ada-pw","temporary":false}]},
        {"username":"bob","enabled":true,"email":"bob@example.org","emailVerified":true,
         "firstName":"Bob","lastName":"B",
         "credentials":[{"type":"password","value":"bob-pw","temporary":false}]}]}
      """
          .replace(
              "MAPPER",
              """
              {"name":"aud","protocol":"openid-connect",
               "protocolMapper":"oidc-audience-mapper",
               "config":{"included.custom.audience":"AUDIENCE","access.token.claim":"true"}}
              """)
          .replace(
              "ROLES",
              """
              {"name":"roles","protocol":"openid-connect",
               "protocolMapper":"oidc-usermodel-realm-role-mapper",
               "config":{"claim.name":"realm_access.roles","multivalued":"true",
                "jsonType.label":"String","id.token.claim":"true"}}
              """)
          .replace("AUDIENCE", AUDIENCE);

  private final ServerRun run;
  private final int port;

  private Keycloak(ServerRun run, int port) {
    this.run = run;
    this.port = port;
  }

  /** Starts the one that {@code parley.keycloak.home} names, with fresh data. */
  static Keycloak start() {
    Path home = Path.of(System.getProperty("parley.keycloak.home"));
    int port = ApplicationServer.freePort();
    try {
      remove(home.resolve("data"));
      Path imports = Files.createDirectories(home.resolve("data/import"));
      Files.writeString(imports.resolve("parley-realm.json"), REALM);
      Path folder = Files.createTempDirectory("parley-keycloak-");
      List<String> command =
          List.of(
              "bash",
              home.resolve("bin/kc.sh").toString(),
              "start-dev",
              "--import-realm",
              "--http-host=127.0.0.1",
              "--http-port=" + port,
              "--http-management-port=" + ApplicationServer.freePort(),
              "--cache=local");
      Map<String, String> settings =
          Map.of("KC_BOOTSTRAP_ADMIN_USERNAME", "admin", "KC_BOOTSTRAP_ADMIN_PASSWORD", "admin");
      Keycloak keycloak = new Keycloak(ServerRun.start(folder, command, settings), port);
      return keycloak.awaited();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Keycloak awaited() {
    try {
      eventually(
          "Keycloak has its realm",
          START_BOUND,
          () -> {
            if (!run.isAlive()) {
              throw new AssertionError("Keycloak ended\n" + run.excerpt());
            }
            return isUp();
          });
      return this;
    } catch (AssertionError e) {
      String excerpt = run.excerpt();
      close();
      throw new AssertionError(excerpt, e);
    }
  }

  private boolean isUp() throws InterruptedException {
    try {
      URI document = URI.create(issuer() + "/.well-known/openid-configuration");
      return HTTP.send(HttpRequest.newBuilder(document).build(), BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(file);
        }
      }
    }
  }

  private String at() {
    return "http://127.0.0.1:" + port;
  }

  /** The issuer of the realm. */
  String issuer() {
    return at() + "/realms/parley";
  }

  /** An access token of a person, from one of the clients of the realm. */
  String tokenOf(String person, String client) throws Exception {
    return token(
        "parley",
        Map.of(
            "grant_type",
            "password",
            "client_id",
            client,
            "username",
            person,
            "password",
            person + "-pw",
            "scope",
            "openid"));
  }

  /**
   * Logs a person in by the form at an address of the login.
   *
   * @return the address that the browser is sent back to
   */
  static URI logIn(Browser browser, URI address, String person, String password) {
    Reply form = browser.arrive(address);
    Matcher action = FORM.matcher(form.body());
    if (!action.find()) {
      throw new AssertionError("no form but " + form.status() + " " + form.body());
    }
    URI target = URI.create(action.group(1).replace("&amp;", "&"));
    Reply reply =
        browser.submit(
            target, Map.of("username", person, "password", password, "credentialId", ""));
    return Browser.redirect(reply);
  }

  /** An access token that the program got for itself. */
  String tokenOfTheProgram() throws Exception {
    return token(
        "parley",
        Map.of(
            "grant_type", "client_credentials",
            "client_id", "parley-agent",
            "client_secret", "agent-secret"));
  }

  private String token(String realm, Map<String, String> fields) throws Exception {
    String form =
        fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + encoded(field.getValue()))
            .collect(Collectors.joining("&"));
    URI url = URI.create(at() + "/realms/" + realm + "/protocol/openid-connect/token");
    HttpResponse<String> reply =
        HTTP.send(
            HttpRequest.newBuilder(url)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build(),
            BodyHandlers.ofString());
    JsonNode answer = JSON.readTree(reply.body());
    if (!answer.has("access_token")) {
      throw new AssertionError("no token but " + reply.body());
    }
    return answer.path("access_token").asString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Signs with another key from now on. */
  void rotate() throws Exception {
    String admin =
        token(
            "master",
            Map.of(
                "grant_type", "password",
                "client_id", "admin-cli",
                "username", "admin",
                "password", "admin"));
    String realm = at() + "/admin/realms/parley";
    String id =
        JSON.readTree(
                HTTP.send(
                        HttpRequest.newBuilder(URI.create(realm))
                            .header("Authorization", "Bearer " + admin)
                            .build(),
                        BodyHandlers.ofString())
                    .body())
            .path("id")
            .asString();
    String key =
        """
        {"name":"rsa-2","providerId":"rsa-generated","providerType":"org.keycloak.keys.KeyProvider",
         "parentId":"REALM","config":{"priority":["200"],"enabled":["true"],"active":["true"],
         "keySize":["2048"],"algorithm":["RS256"]}}
        """
            .replace("REALM", id);
    int status =
        HTTP.send(
                HttpRequest.newBuilder(URI.create(realm + "/components"))
                    .header("Authorization", "Bearer " + admin)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(key))
                    .build(),
                BodyHandlers.discarding())
            .statusCode();
    if (status != 201) {
      throw new AssertionError("a key was not added: " + status);
    }
  }

  /** Ends it. */
  @Override
  public void close() {
    run.close();
  }
}

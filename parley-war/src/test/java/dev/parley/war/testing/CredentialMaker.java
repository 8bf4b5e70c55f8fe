package dev.parley.war.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** Creates and changes credentials at a server with the token of its owner. */
public final class CredentialMaker {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI at;
  private final String owner;

  private CredentialMaker(URI at, String owner) {
    this.at = at;
    this.owner = owner;
  }

  /** Returns the maker of a server that this process started. */
  public static CredentialMaker of(RunningServer server) throws IOException {
    return new CredentialMaker(
        server.at("/api/credentials"),
        Files.readString(server.data().resolve("owner.token")).strip());
  }

  /** The token of the owner. */
  public String owner() {
    return owner;
  }

  /** Returns the token of a credential with all scopes of its role. */
  public String token(String kind, String role, String workspace, String names) throws Exception {
    return token(kind, role, workspace, names, List.of());
  }

  /** Returns the token of a credential with these scopes; with none, all of its role. */
  public String token(String kind, String role, String workspace, String names, List<String> scopes)
      throws Exception {
    HttpResponse<String> created = create(kind, role, workspace, names, scopes);
    if (created.statusCode() != 201) {
      throw new AssertionError(created.body());
    }
    return JSON.readTree(created.body()).path("token").asString();
  }

  /** Asks for a credential. */
  public HttpResponse<String> create(
      String kind, String role, String workspace, String names, List<String> scopes)
      throws Exception {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("kind", kind);
    fields.put("role", role);
    fields.put("workspace", workspace);
    fields.put("names", names);
    fields.put("label", names);
    if (!scopes.isEmpty()) {
      fields.put("scopes", scopes);
    }
    return send(owner, "POST", "", fields);
  }

  /** Gets an address with the token of an administrator. */
  public HttpResponse<String> get(String token, URI address) throws Exception {
    return HTTP.send(
        HttpRequest.newBuilder(address).header("Authorization", "Bearer " + token).build(),
        BodyHandlers.ofString());
  }

  /** Sends a request to {@code /api/credentials} with the token of an administrator. */
  public HttpResponse<String> send(
      String token, String method, String path, Map<String, Object> fields) throws Exception {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create(at + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(
                method,
                fields.isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(JSON.writeValueAsString(fields)))
            .build(),
        BodyHandlers.ofString());
  }
}

package dev.parley.war.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A client and the browser of its person, at one network address. It follows no redirect and runs
 * no script.
 */
public final class OAuthBrowser {
  /** The address that its clients have the browser sent back to. */
  public static final String CALLBACK = "http://127.0.0.1:4711/callback";

  private static final String VERIFIER = "v".repeat(43);

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern TICKET = Pattern.compile("name=\"ticket\" value=\"([^\"]+)\"");

  private final URI base;
  private final String address;
  private String cookie = "";

  /**
   * A browser without a cookie.
   *
   * @param base the address of the server with its context, without a slash at the end
   * @param address the network address it comes from, where the server trusts proxies
   */
  public OAuthBrowser(URI base, String address) {
    this.base = base;
    this.address = address;
  }

  private URI at(String path) {
    return URI.create(base + path);
  }

  private String origin() {
    return base.getScheme() + "://" + base.getAuthority();
  }

  /** The header of its login; empty before. */
  public String cookie() {
    return cookie;
  }

  /** Gets a path, with these headers. */
  public HttpResponse<String> get(String path, String... headers) {
    return send(request(path).GET(), headers);
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(at(path)).header("X-Forwarded-For", address);
    return cookie.isEmpty() ? request : request.header("Cookie", cookie);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request, String... headers) {
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Posts a form as a page of the server does. */
  public HttpResponse<String> submit(String path, String... namesAndValues) {
    return send(form(path, namesAndValues), "Origin", origin());
  }

  /** Posts a form as a program does. */
  public HttpResponse<String> post(String path, String... namesAndValues) {
    return send(form(path, namesAndValues));
  }

  private HttpRequest.Builder form(String path, String... namesAndValues) {
    return request(path)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(BodyPublishers.ofString(encoded(namesAndValues)));
  }

  private static String encoded(String... namesAndValues) {
    StringBuilder form = new StringBuilder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      form.append(i == 0 ? "" : "&")
          .append(namesAndValues[i])
          .append('=')
          .append(URLEncoder.encode(namesAndValues[i + 1], StandardCharsets.UTF_8));
    }
    return form.toString();
  }

  /** Registers a client with this description. */
  public HttpResponse<String> register(String json) {
    return send(
        request("/oauth/register")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  /** Registers a client with this name; returns its id. */
  public String client(String name) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("client_name", name);
    metadata.put("redirect_uris", new String[] {CALLBACK});
    metadata.put("token_endpoint_auth_method", "none");
    HttpResponse<String> registered = register(JSON.writeValueAsString(metadata));
    assertThat(registered.statusCode()).as(registered.body()).isEqualTo(201);
    return json(registered).path("client_id").asString();
  }

  /** The JSON of an answer. */
  public static JsonNode json(HttpResponse<String> response) {
    return JSON.readTree(response.body());
  }

  private static String challenge() {
    try {
      byte[] bytes = VERIFIER.getBytes(StandardCharsets.US_ASCII);
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new AssertionError(everyJdkHasIt);
    }
  }

  /** The query of a good request of a client, with further or other parameters. */
  public String query(String client, String... others) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("response_type", "code");
    parameters.put("client_id", client);
    parameters.put("redirect_uri", CALLBACK);
    parameters.put("state", "s t&<");
    parameters.put("code_challenge", challenge());
    parameters.put("code_challenge_method", "S256");
    parameters.put("resource", base + "/mcp");
    for (int i = 0; i < others.length; i += 2) {
      if (others[i + 1].isEmpty()) {
        parameters.remove(others[i]);
      } else {
        parameters.put(others[i], others[i + 1]);
      }
    }
    return encoded(
        parameters.entrySet().stream()
            .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
            .toArray(String[]::new));
  }

  /** Goes to the address that a client opens. */
  public HttpResponse<String> authorize(String client, String... others) {
    return get("/oauth/authorize?" + query(client, others));
  }

  /** Logs in at the page of the authorization server. */
  public HttpResponse<String> logIn(String query, String name, String token) {
    HttpResponse<String> response =
        submit("/oauth/authorize/login", "query", query, "name", name, "token", token);
    response
        .headers()
        .firstValue("Set-Cookie")
        .ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
    return response;
  }

  /** The browser of a person who is logged in. */
  public OAuthBrowser as(String name, String token) {
    assertThat(logIn("", name, token).statusCode()).isEqualTo(303);
    return this;
  }

  /** The ticket of the question on a page. */
  public static String ticket(HttpResponse<String> page) {
    Matcher ticket = TICKET.matcher(page.body());
    assertThat(ticket.find()).as(page.statusCode() + " " + page.body()).isTrue();
    return ticket.group(1);
  }

  /** Allows a client what it asks for in rooms and sessions. */
  public HttpResponse<String> allow(HttpResponse<String> page, String agent, String... scopes) {
    String[] fields = new String[6 + 2 * scopes.length];
    String[] known = {"ticket", ticket(page), "agent", agent, "decision", "allow"};
    System.arraycopy(known, 0, fields, 0, known.length);
    for (int i = 0; i < scopes.length; i++) {
      fields[6 + 2 * i] = "scope";
      fields[7 + 2 * i] = scopes[i];
    }
    return submit("/oauth/authorize/consent", fields);
  }

  /** The parameters the browser is sent back to the client with. */
  public static Map<String, String> sentBack(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(303);
    URI location = URI.create(response.headers().firstValue("Location").orElseThrow());
    assertThat(location.toString()).startsWith(CALLBACK + "?");
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : location.getRawQuery().split("&", -1)) {
      String[] parts = pair.split("=", 2);
      parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return parameters;
  }

  /** Lets a person allow a client to act as an agent; returns the code. */
  public String code(String client, String agent, String... scopes) {
    return sentBack(allow(authorize(client), agent, scopes)).get("code");
  }

  /** Exchanges a code, with further or other parameters. */
  public HttpResponse<String> exchange(String client, String code, String... others) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("grant_type", "authorization_code");
    parameters.put("client_id", client);
    parameters.put("code", code);
    parameters.put("code_verifier", VERIFIER);
    parameters.put("redirect_uri", CALLBACK);
    parameters.put("resource", base + "/mcp");
    for (int i = 0; i < others.length; i += 2) {
      if (others[i + 1].isEmpty()) {
        parameters.remove(others[i]);
      } else {
        parameters.put(others[i], others[i + 1]);
      }
    }
    return post(
        "/oauth/token",
        parameters.entrySet().stream()
            .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
            .toArray(String[]::new));
  }

  /** Exchanges a refresh token. */
  public HttpResponse<String> refresh(String client, String token, String... others) {
    String[] fields = new String[6 + others.length];
    String[] known = {"grant_type", "refresh_token", "client_id", client, "refresh_token", token};
    System.arraycopy(known, 0, fields, 0, known.length);
    System.arraycopy(others, 0, fields, known.length, others.length);
    return post("/oauth/token", fields);
  }

  /** The tokens of a client that a person allowed. */
  public JsonNode tokens(String client, String agent, String... scopes) {
    HttpResponse<String> answer = exchange(client, code(client, agent, scopes));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return json(answer);
  }

  /** Somebody who shows an access token, and has not said anything yet. */
  public RawMcp mcp(String access) {
    return RawMcp.at(at("/mcp"))
        .header("Authorization", "Bearer " + access)
        .header("X-Forwarded-For", address);
  }
}

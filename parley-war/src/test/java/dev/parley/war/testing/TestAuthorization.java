package dev.parley.war.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jwt.JWTClaimsSet;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/**
 * The login of a test issuer: an authorization endpoint that asks for no password, and a token
 * endpoint that checks all that a code was asked for with.
 */
public final class TestAuthorization {
  /** The id of its one client. */
  public static final String CLIENT = "parley page";

  /** The secret of that client. */
  public static final String SECRET = "p:ss+w%rd ä";

  private static final String AUTHORIZE = "/authorize";
  private static final String TOKEN = "/token";
  private static final JsonMapper JSON = new JsonMapper();

  private final TestIssuer issuer;
  private final Map<String, Object> document = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
  private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
  private final AtomicInteger number = new AtomicInteger();
  private volatile String person = "ada";
  private volatile boolean isConfidential;
  private volatile Function<JWTClaimsSet.Builder, Optional<String>> signing;
  private volatile Map<String, Object> extra = Map.of();
  private volatile Optional<Answer> fixed = Optional.empty();

  /** A request at the token endpoint. */
  public record Exchange(Map<String, String> form, Optional<String> authorization) {}

  private record Answer(int status, String body) {}

  private TestAuthorization(TestIssuer issuer) {
    this.issuer = issuer;
    this.signing = claims -> Optional.of(issuer.sign(claims));
  }

  /** Gives an issuer a login. */
  public static TestAuthorization of(TestIssuer issuer) {
    TestAuthorization made = new TestAuthorization(issuer);
    issuer.serve(AUTHORIZE, made::authorize);
    issuer.serve(TOKEN, made::token);
    made.describe("issuer", issuer.url());
    made.describe("jwks_uri", issuer.url() + TestIssuer.KEYS);
    made.describe("authorization_endpoint", issuer.url() + AUTHORIZE);
    made.describe("token_endpoint", issuer.url() + TOKEN);
    return made;
  }

  /** Says something in the document of the issuer. */
  public void describe(String name, Object value) {
    document.put(name, value);
    issuer.answer(TestIssuer.DOCUMENT, JSON.writeValueAsString(document));
  }

  /** Says something no more. */
  public void withhold(String name) {
    document.remove(name);
    issuer.answer(TestIssuer.DOCUMENT, JSON.writeValueAsString(document));
  }

  /** Lets another person be the one who logs in. */
  public void person(String name) {
    person = name;
  }

  /** Lets the client need its secret from now on. */
  public void confidential() {
    isConfidential = true;
  }

  /** Makes ID tokens like this from now on; without one, the answer has none. */
  public void signing(Function<JWTClaimsSet.Builder, Optional<String>> made) {
    signing = made;
  }

  /** Adds fields to the answers of the token endpoint. */
  public void extra(Map<String, Object> fields) {
    extra = fields;
  }

  /** Answers every exchange like this. */
  public void answer(int status, String body) {
    fixed = Optional.of(new Answer(status, body));
  }

  /** The requests at the token endpoint. */
  public List<Exchange> exchanges() {
    return new ArrayList<>(exchanges);
  }

  /** The fields of a query or a form. */
  public static Map<String, String> fields(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String field : text.split("&", -1)) {
      String[] both = field.split("=", 2);
      if (both.length == 2) {
        fields.put(URLDecoder.decode(both[0], UTF_8), URLDecoder.decode(both[1], UTF_8));
      }
    }
    return fields;
  }

  /** Logs the person in who was sent to this address, and returns the code. */
  public String code(URI address) {
    String code = "code/" + number.incrementAndGet();
    codes.put(code, fields(address.getRawQuery()));
    return code;
  }

  private void authorize(HttpExchange exchange) throws IOException {
    URI asked = exchange.getRequestURI();
    Map<String, String> query = fields(asked.getRawQuery());
    boolean isGood =
        CLIENT.equals(query.get("client_id"))
            && "code".equals(query.get("response_type"))
            && "S256".equals(query.get("code_challenge_method"))
            && List.of(query.getOrDefault("scope", "").split(" ")).contains("openid");
    if (isGood) {
      String back =
          query.get("redirect_uri")
              + "?code="
              + encoded(code(asked))
              + "&state="
              + encoded(query.get("state"))
              + "&iss="
              + encoded(issuer.url());
      exchange.getResponseHeaders().add("Location", back);
    }
    exchange.sendResponseHeaders(isGood ? 302 : 400, -1);
    exchange.close();
  }

  private void token(HttpExchange exchange) throws IOException {
    Map<String, String> form = fields(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    Exchange asked = new Exchange(form, Optional.ofNullable(header));
    exchanges.add(asked);
    Answer answer = fixed.orElseGet(() -> answer(asked));
    byte[] body = answer.body().getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    if (answer.status() == 302) {
      exchange.getResponseHeaders().add("Location", issuer.url() + TestIssuer.KEYS);
    }
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private Answer answer(Exchange asked) {
    if (!isOfTheClient(asked)) {
      return new Answer(401, "{\"error\":\"invalid_client\"}");
    }
    Map<String, String> form = asked.form();
    Map<String, String> query = codes.remove(form.getOrDefault("code", ""));
    boolean isGood =
        query != null
            && "authorization_code".equals(form.get("grant_type"))
            && query.get("redirect_uri").equals(form.get("redirect_uri"))
            && query.get("code_challenge").equals(challenge(form.get("code_verifier")));
    return isGood
        ? new Answer(200, JSON.writeValueAsString(tokens(query)))
        : new Answer(400, "{\"error\":\"invalid_grant\"}");
  }

  private Map<String, Object> tokens(Map<String, String> query) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("access_token", "not looked at");
    fields.put("token_type", "Bearer");
    JWTClaimsSet.Builder claims =
        issuer.claims(person).audience(CLIENT).claim("nonce", query.get("nonce"));
    signing.apply(claims).ifPresent(token -> fields.put("id_token", token));
    fields.putAll(extra);
    return fields;
  }

  private boolean isOfTheClient(Exchange asked) {
    String basic =
        "Basic "
            + Base64.getEncoder()
                .encodeToString((encoded(CLIENT) + ":" + encoded(SECRET)).getBytes(US_ASCII));
    boolean inHeader = asked.authorization().filter(basic::equals).isPresent();
    boolean inForm =
        CLIENT.equals(asked.form().get("client_id"))
            && SECRET.equals(asked.form().get("client_secret"));
    return isConfidential
        ? inHeader != inForm
        : asked.authorization().isEmpty() && CLIENT.equals(asked.form().get("client_id"));
  }

  private static String challenge(String verifier) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}

package dev.parley.war.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** An OpenID Connect issuer on a free port of loopback, which signs what it is asked to. */
public final class TestIssuer implements AutoCloseable {
  /** The audience of its tokens. */
  public static final String AUDIENCE = "parley-tests";

  /** The path of its description. */
  public static final String DOCUMENT = "/.well-known/openid-configuration";

  /** The path of its keys. */
  public static final String KEYS = "/keys";

  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** The first key of each issuer: a new one costs most of the time of a short test. */
  private static final RSAKey FIRST_KEY = newKey();

  private final HttpServer http;
  private final Map<String, byte[]> bodies = new ConcurrentHashMap<>();
  private final AtomicInteger keysRead = new AtomicInteger();
  private final String url;
  private RSAKey key;

  private TestIssuer(HttpServer http) {
    this.http = http;
    this.url = "http://127.0.0.1:" + http.getAddress().getPort();
    this.key = FIRST_KEY;
  }

  /** Starts one. */
  public static TestIssuer start() {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      TestIssuer issuer = new TestIssuer(http);
      http.createContext(
          "/",
          exchange -> {
            String path = exchange.getRequestURI().getPath();
            byte[] body = issuer.bodies.get(path);
            if (path.equals(KEYS)) {
              issuer.keysRead.incrementAndGet();
            }
            exchange.sendResponseHeaders(body == null ? 404 : 200, body == null ? -1 : 0);
            if (body != null) {
              exchange.getResponseBody().write(body);
            }
            exchange.close();
          });
      issuer.describe(issuer.url(), issuer.url() + KEYS);
      issuer.publish(issuer.key);
      http.start();
      return issuer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its address. */
  public String url() {
    return url;
  }

  /** Answers its description with this issuer and this address of keys. */
  public void describe(String issuer, String keys) {
    answer(DOCUMENT, "{\"issuer\":\"" + issuer + "\",\"jwks_uri\":\"" + keys + "\"}");
  }

  /** Lets a handler answer a path and all below it. */
  void serve(String path, HttpHandler handler) {
    http.createContext(path, handler);
  }

  /** Answers a path with this body. */
  public void answer(String path, String body) {
    bodies.put(path, body.getBytes(StandardCharsets.UTF_8));
  }

  /** Answers a path with 404. */
  public void forget(String path) {
    bodies.remove(path);
  }

  /** Signs with another key from now on, and publishes that one alone. */
  public void rotate() {
    key = newKey();
    publish(key);
  }

  /** Publishes keys, without what is private in them. */
  public void publish(JWK... keys) {
    answer(KEYS, new JWKSet(List.of(keys)).toString());
  }

  /** The key it signs with. */
  public RSAKey key() {
    return key;
  }

  /** The number of times its keys were read. */
  public int keysRead() {
    return keysRead.get();
  }

  /** Claims of a good token of a person, which ends in five minutes. */
  public JWTClaimsSet.Builder claims(String name) {
    long now = Instant.now().getEpochSecond();
    return new JWTClaimsSet.Builder()
        .issuer(url())
        .subject("subject-of-" + name)
        .audience(AUDIENCE)
        .claim("iat", now)
        .claim("exp", now + 300)
        .claim("preferred_username", name);
  }

  /** A good token. */
  public String token(String name) {
    return sign(claims(name));
  }

  /** Signs claims. */
  public String sign(JWTClaimsSet.Builder claims) {
    return sign(claims, key);
  }

  /** Signs claims with a key that need not be its own. */
  public static String sign(JWTClaimsSet.Builder claims, RSAKey with) {
    try {
      JWSHeader header =
          new JWSHeader.Builder(JWSAlgorithm.RS256)
              .type(JOSEObjectType.JWT)
              .keyID(with.getKeyID())
              .build();
      SignedJWT token = new SignedJWT(header, claims.build());
      token.sign(new RSASSASigner(with));
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A key of nobody yet, with an id of its own. */
  public static RSAKey newKey() {
    try {
      return new RSAKeyGenerator(2048)
          .keyUse(KeyUse.SIGNATURE)
          .keyID("key-" + NUMBER.incrementAndGet())
          .generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Answers nobody any more. */
  @Override
  public void close() {
    http.stop(0);
  }
}

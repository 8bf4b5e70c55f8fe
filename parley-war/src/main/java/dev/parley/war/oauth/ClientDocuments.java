package dev.parley.war.oauth;

import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.oauth.OAuthClient;
import dev.parley.problem.ParleyException;
import dev.parley.war.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The clients that are known by a document of theirs, whose address is their id. A document counts
 * for five minutes; a hundred are remembered. For any thread.
 */
final class ClientDocuments {
  static final int MAX_COUNT = 100;
  static final int MAX_AT_ONCE = 4;
  static final long MAX_AGE_NANOS = TimeUnit.MINUTES.toNanos(5);

  private static final String SCHEME = "https://";
  private static final Pattern PLAIN = Pattern.compile("[\\x21-\\x7e]+");
  private static final Pattern DOTS = Pattern.compile("(^|/)\\.\\.?(/|$)");

  /** Reads the document at an address. */
  @FunctionalInterface
  interface Reader {
    byte[] read(URI url) throws IOException;
  }

  private record Known(OAuthClient client, long readAt) {}

  private final Reader reader;
  private final LongSupplier nanos;
  private final Semaphore reading = new Semaphore(MAX_AT_ONCE);
  private final Map<String, Known> clients = new BoundedMap<>(MAX_COUNT);

  ClientDocuments(Reader reader, LongSupplier nanos) {
    this.reader = reader;
    this.nanos = nanos;
  }

  /** Returns whether an id is the address of a document. */
  static boolean isAddress(String id) {
    return id.startsWith(SCHEME);
  }

  /** Returns the client of an id that is an address, whose document is read if need be. */
  OAuthClient find(String id) throws OAuthError {
    URI url = url(id);
    Known known;
    synchronized (clients) {
      known = clients.get(id);
    }
    if (known != null && nanos.getAsLong() - known.readAt() < MAX_AGE_NANOS) {
      return known.client();
    }
    long began = nanos.getAsLong();
    OAuthClient client = client(id, document(url));
    synchronized (clients) {
      clients.put(id, new Known(client, began));
    }
    return client;
  }

  private static URI url(String id) throws OAuthError {
    URI url;
    try {
      url = new URI(id);
    } catch (URISyntaxException noUrl) {
      throw mistake("is no URL");
    }
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    boolean isPlain =
        isAddress(id)
            && PLAIN.matcher(id).matches()
            && id.length() <= OAuthClient.MAX_ID
            && url.getHost() != null
            && url.getRawUserInfo() == null
            && id.indexOf('#') < 0;
    if (!isPlain || path.length() < 2 || DOTS.matcher(path).find()) {
      throw mistake("needs https, a host and a path, and no user, fragment or dots");
    }
    return url;
  }

  private byte[] document(URI url) throws OAuthError {
    if (!reading.tryAcquire()) {
      throw OAuthError.tooBusy();
    }
    try {
      return reader.read(url);
    } catch (IOException away) {
      throw mistake("cannot be read: " + reason(away));
    } finally {
      reading.release();
    }
  }

  /** Names what this server refused itself; a stranger learns nothing else of a host. */
  private static String reason(IOException away) {
    return away.getClass().equals(IOException.class)
        ? String.valueOf(away.getMessage())
        : "it is not answered as it should be";
  }

  private static OAuthClient client(String id, byte[] document) throws OAuthError {
    @Nullable Object read;
    try {
      read = Json.read(document);
    } catch (IOException noJson) {
      throw mistake("is not JSON");
    }
    if (!(read instanceof Map<?, ?> fields) || !id.equals(fields.get("client_id"))) {
      throw mistake("does not name itself in client_id");
    }
    Object method = fields.get("token_endpoint_auth_method");
    if (fields.containsKey("client_secret") || !(method == null || "none".equals(method))) {
      throw mistake("asks for a client with a secret or a key, and this server takes public ones");
    }
    List<String> uris = ClientMetadata.redirectUris(fields);
    try {
      return new OAuthClient(id, ClientMetadata.name(fields), uris);
    } catch (ParleyException wrong) {
      throw OAuthError.invalidRequest(String.valueOf(wrong.getMessage()));
    }
  }

  private static OAuthError mistake(String clause) {
    return OAuthError.invalidRequest("The document of the program " + clause + ".");
  }
}

package dev.parley.server.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.bridge.JsonValue;
import dev.parley.trust.TlsFailure;
import dev.parley.trust.TrustedAuthorities;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** A backup that a running server makes. */
final class BackupFetch {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A server makes the whole backup before it answers. */
  private static final Duration MAX_WAIT = Duration.ofHours(2);

  private final URI server;
  private final Optional<String> token;
  private final HttpClient http;

  BackupFetch(URI server, Optional<String> token, TrustedAuthorities trusted) {
    this.server = server;
    this.token = token;
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(PATIENCE);
    if (trusted.isAdded()) {
      builder.sslContext(trusted.sslContext());
    }
    this.http = builder.build();
  }

  /**
   * Fetches one into a new file, which has its name once it is whole and checked.
   *
   * @param check reads the facts about what came, or refuses it
   * @return those facts
   * @throws ConnectException where nobody listens at the address
   * @throws IOException where it was refused or failed; its message is for the person
   */
  Map<String, String> to(Path file, Function<Path, Map<String, String>> check) throws IOException {
    Path part = Path.of(file + ".part");
    try {
      Path unused = Files.createFile(part, ofOwner(part));
    } catch (FileAlreadyExistsException left) {
      throw new IOException(
          part + " is there, of another backup; remove it if none is being made", left);
    }
    try {
      HttpResponse<byte[]> response = send(part);
      if (response.statusCode() != 200) {
        throw new IOException(refusal(response));
      }
      OptionalLong length = response.headers().firstValueAsLong("Content-Length");
      if (length.isEmpty() || length.getAsLong() != Files.size(part)) {
        throw new IOException("what " + server + " sent is not whole; nothing was stored");
      }
      Map<String, String> facts = check.apply(part);
      Path unused = Files.move(part, file);
      return facts;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private HttpResponse<byte[]> send(Path part) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server + "/api/backup"))
            .timeout(MAX_WAIT)
            .header("Accept", "application/zip, application/json")
            .header("Authorization", "Bearer ".concat(token.orElse("none")))
            .POST(BodyPublishers.noBody())
            .build();
    try {
      return http.send(
          request,
          head ->
              head.statusCode() == 200
                  ? BodySubscribers.mapping(
                      BodySubscribers.ofFile(part, StandardOpenOption.WRITE), path -> new byte[0])
                  : BodySubscribers.ofByteArray());
    } catch (ConnectException none) {
      throw none;
    } catch (IOException broken) {
      String reason = TlsFailure.reason(broken).orElse(String.valueOf(broken.getMessage()));
      throw new IOException("the backup from " + server + " broke off: " + reason, broken);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", ended);
    }
  }

  private String refusal(HttpResponse<byte[]> response) {
    String advice =
        response.statusCode() == 401
            ? " Set PARLEY_TOKEN to the token of the configuration, or --data to the server's data"
                + " folder."
            : "";
    try {
      String detail =
          JsonValue.parse(response.body())
              .text("detail")
              .orElse(server + " answers " + response.statusCode());
      return detail.concat(advice);
    } catch (IOException noJson) {
      String body = new String(response.body(), 0, Math.min(80, response.body().length), UTF_8);
      return server
          + " answers "
          + response.statusCode()
          + " and no JSON: is it a Parley server? "
          + body;
    }
  }

  private static FileAttribute<?>[] ofOwner(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}

package dev.parley.war.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A call whose reply has begun and is read as it comes. */
public final class OpenCall implements AutoCloseable {
  private final HttpResponse<InputStream> reply;
  private final BufferedReader lines;

  private OpenCall(HttpResponse<InputStream> reply, BufferedReader lines) {
    this.reply = reply;
    this.lines = lines;
  }

  static OpenCall of(HttpResponse<InputStream> reply) {
    return new OpenCall(
        reply, new BufferedReader(new InputStreamReader(reply.body(), StandardCharsets.UTF_8)));
  }

  /** One header; empty where it is not there. */
  public String header(String name) {
    return reply.headers().firstValue(name).orElse("");
  }

  /** The next line of the body, waiting for it; null at the end. */
  public @Nullable String line() {
    try {
      return lines.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the tool answered, waiting for all of the body. */
  public ToolAnswer answer() {
    return ToolAnswer.of(reply().result());
  }

  /** All of the reply, waiting for its end. */
  public Reply reply() {
    String rest = lines.lines().collect(Collectors.joining("\n"));
    return new Reply(reply.statusCode(), reply.headers(), rest);
  }

  /** Goes away, whether or not there is more. */
  @Override
  public void close() {
    try {
      reply.body().close();
    } catch (IOException alreadyGone) {
      // gone is gone
    }
  }
}

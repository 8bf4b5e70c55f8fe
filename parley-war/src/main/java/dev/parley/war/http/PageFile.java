package dev.parley.war.http;

import dev.parley.engine.id.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** A file of the page, as it is served: as it is, and compressed. */
final class PageFile {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "mjs", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml; charset=utf-8");

  private final String type;
  private final byte[] plain;
  private final byte[] zipped;
  private final String tag;

  /** The file {@code name}, which ends in what says its type. */
  PageFile(String name, byte[] bytes) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    this.type = TYPES.getOrDefault(ending, "application/octet-stream");
    this.plain = bytes;
    this.zipped = zip(bytes);
    this.tag = tag(bytes);
  }

  /** Returns the media type. */
  String type() {
    return type;
  }

  /** Returns the ETag, which changes with the bytes; quoted, as HTTP has it. */
  String tag() {
    return tag;
  }

  byte[] bytes(boolean compressed) {
    return compressed ? zipped : plain;
  }

  private static byte[] zip(byte[] bytes) {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }

  private static String tag(byte[] bytes) {
    return '"' + HexFormat.of().formatHex(Sha256.of(bytes), 0, 12) + '"';
  }
}

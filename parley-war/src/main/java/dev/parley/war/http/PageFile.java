package dev.parley.war.http;

import dev.parley.engine.id.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** A file of the page, as it is served: as it is, and compressed. Read when it is asked for. */
final class PageFile {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "mjs", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml; charset=utf-8");

  private final String type;
  private final Source source;
  private @Nullable Content content;

  /** Opens the bytes of a file. */
  interface Source {
    InputStream open() throws IOException;
  }

  /** The bytes of a file: as they are, and compressed. */
  static final class Content {
    private final byte[] plain;
    private final byte[] zipped;
    private final String tag;

    private Content(byte[] bytes) throws IOException {
      this.plain = bytes;
      this.zipped = zip(bytes);
      this.tag = PageFile.tag(bytes);
    }

    byte[] bytes(boolean compressed) {
      return compressed ? zipped : plain;
    }

    /** Returns the ETag, which changes with the bytes; quoted, as HTTP has it. */
    String tag() {
      return tag;
    }
  }

  /** The file {@code name}, which ends in what says its type; {@code source} is read once. */
  PageFile(String name, Source source) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    this.type = TYPES.getOrDefault(ending, "application/octet-stream");
    this.source = source;
  }

  /** Returns the media type. */
  String type() {
    return type;
  }

  /** Returns the bytes, which the first call reads and compresses. */
  synchronized Content content() throws IOException {
    if (content == null) {
      try (InputStream in = source.open()) {
        content = new Content(in.readAllBytes());
      }
    }
    return content;
  }

  private static byte[] zip(byte[] bytes) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(bytes);
    }
    return zipped.toByteArray();
  }

  private static String tag(byte[] bytes) {
    return '"' + HexFormat.of().formatHex(Sha256.of(bytes), 0, 12) + '"';
  }
}

package dev.parley.war.conformance;

import dev.parley.war.wire.Json;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;

/** The small things the fixture answers with. */
final class Samples {
  static final String PNG = "image/png";
  static final String WAV = "audio/wav";
  static final String PLAIN = "text/plain";

  private static final TypeRef<Map<String, Object>> OBJECT = new TypeRef<>() {};

  private Samples() {}

  static TextContent text(String text) {
    return TextContent.builder(text).build();
  }

  static ImageContent image() {
    return ImageContent.builder(png(), PNG).build();
  }

  /** One dark pixel, in base 64. */
  static String png() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.write(new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB), "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return base64(out);
  }

  /** A millisecond of silence, in base 64. */
  static String wav() {
    int rate = 8000;
    int frames = rate / 1000;
    AudioFormat format = new AudioFormat(rate, 8, 1, true, false);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      AudioSystem.write(
          new AudioInputStream(new ByteArrayInputStream(new byte[frames]), format, frames),
          AudioFileFormat.Type.WAVE,
          out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return base64(out);
  }

  /** A JSON object, its members in the order they are written. */
  static Map<String, Object> json(String object) {
    try {
      return Json.mapper().readValue(object, OBJECT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String base64(ByteArrayOutputStream out) {
    return Base64.getEncoder().encodeToString(out.toByteArray());
  }
}

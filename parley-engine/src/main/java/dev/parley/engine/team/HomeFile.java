package dev.parley.engine.team;

import dev.parley.engine.logging.Masking;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TeamUnusable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file of the home folder. Problems name it relative to that folder, and never reveal where the
 * folder is.
 *
 * @param home the folder
 * @param name the relative path, with forward slashes
 */
record HomeFile(Path home, String name) {
  /** The maximum size of a file in bytes. */
  static final int MAX_BYTES = 1024 * 1024;

  private static final System.Logger LOG = System.getLogger(HomeFile.class.getName());
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /**
   * Reads the file, without a byte order mark; empty where there is no such file.
   *
   * @throws ParleyException {@code team_unusable} where it cannot be read, is not UTF-8, or is past
   *     {@value #MAX_BYTES} bytes
   */
  Optional<String> text() {
    Path path = home.resolve(name);
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    if (!Files.isRegularFile(path)) {
      throw refusal(name + " is no file");
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] content = in.readNBytes(MAX_BYTES + 1);
      if (content.length > MAX_BYTES) {
        throw refusal(name + " has more than " + MAX_BYTES + " bytes, which is the limit");
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
      return Optional.of(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      throw refusal(name + " is not written in UTF-8");
    } catch (IOException e) {
      LOG.log(
          Level.WARNING,
          "Reading a team file failed; calls for the team are refused.",
          Masking.trace(e));
      throw refusal(name + " cannot be read; see that Parley's process may read it");
    }
  }

  /** Makes the problem of an error in it. */
  ParleyException refusal(TeamFileException flaw) {
    String sentence = name + ", line " + flaw.line() + ": " + flaw.getMessage();
    return refusal(sentence, Optional.of(flaw.line()));
  }

  /** Makes the problem of the whole file. */
  ParleyException refusal(String sentence) {
    return refusal(sentence, Optional.empty());
  }

  private ParleyException refusal(String sentence, Optional<Integer> line) {
    return new ParleyException(new TeamUnusable(sentence, Optional.of(name), line));
  }
}

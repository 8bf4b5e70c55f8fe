package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fuzz.FuzzContract;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The scanner takes what Jackson takes, up to its own depth, and reads the same from it. */
class JsonScannerFuzzTest extends FuzzContract {
  private static final int MAX_DEPTH = 200;
  private static final JsonMapper JACKSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNumberLength(Integer.MAX_VALUE)
                          .maxNestingDepth(MAX_DEPTH + 1)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  @Override
  protected void check(byte[] input) {
    String text = new String(input, UTF_8);
    assertThat(JsonText.parse(JsonText.quoted(text)).string()).isEqualTo(text);
    Optional<JsonText> scanned = scanned(input);
    Optional<JsonNode> expected = expected(input);
    if (expected.filter(JsonNode::isMissingNode).isPresent()) {
      return;
    }
    assertThat(scanned.isPresent()).isEqualTo(expected.isPresent());
    if (scanned.isPresent()) {
      compare(scanned.get(), expected.get());
      checkLine(scanned.get(), expected.get());
      checkMessage(scanned.get());
    }
  }

  private static Optional<JsonText> scanned(byte[] input) {
    try {
      return Optional.of(JsonText.parse(input));
    } catch (MalformedJson none) {
      return Optional.empty();
    }
  }

  /**
   * Returns what Jackson reads of the bytes; a missing node where it is stricter than RFC 8259.
   * From a text it would take any character for a hexadecimal digit whose lowest byte is one.
   */
  private static Optional<JsonNode> expected(byte[] input) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(input)).toString();
      if (text.startsWith("\uFEFF") || text.indexOf('\0') >= 0) {
        return Optional.empty(); // Jackson would skip a mark, and take zeros for UTF-16
      }
      JsonNode read = JACKSON.readTree(input);
      return read.isMissingNode() ? Optional.empty() : Optional.of(read);
    } catch (JacksonException none) {
      boolean isStricter = none.getOriginalMessage().contains("surrogate");
      return isStricter ? Optional.of(MissingNode.getInstance()) : Optional.empty();
    } catch (CharacterCodingException none) {
      return Optional.empty();
    }
  }

  private static void compare(JsonText scanned, JsonNode expected) {
    assertThat(scanned.isObject()).isEqualTo(expected.isObject());
    assertThat(scanned.isString()).isEqualTo(expected.isString());
    assertThat(scanned.isNumber()).isEqualTo(expected.isNumber());
    assertThat(scanned.isTrue()).isEqualTo(expected.isBoolean() && expected.booleanValue());
    if (expected.isString()) {
      assertThat(scanned.string()).isEqualTo(expected.stringValue());
    }
    List<JsonText> elements = scanned.elements();
    assertThat(elements).hasSize(expected.isArray() ? expected.size() : 0);
    for (int i = 0; i < elements.size(); i++) {
      compare(elements.get(i), expected.get(i));
    }
    assertThat(scanned.names()).hasSameElementsAs(expected.propertyNames());
    for (String name : expected.propertyNames()) {
      JsonText member = scanned.member(name);
      assertThat(member).isNotNull();
      compare(member, expected.get(name));
    }
  }

  private static void checkLine(JsonText scanned, JsonNode expected) {
    String line = scanned.line();
    assertThat(line).doesNotContain("\n", "\r");
    assertThat(JACKSON.readTree(line)).isEqualTo(expected);
    compare(JsonText.parse(line), expected);
  }

  private static void checkMessage(JsonText json) {
    try {
      JsonRpcMessage message = JsonRpcMessage.of(json);
      assertThat(message.isRequest() && message.isAnswer()).isFalse();
      assertThat(message.id() == null || JsonText.parse(message.id()).raw().equals(message.id()))
          .isTrue();
    } catch (MalformedJson none) {
      assertThat(none.reason()).isNotBlank();
    }
  }
}

package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short way from params to a tool call ends where Jackson's ends. */
class WireMapperTest {
  private static final TypeRef<CallToolRequest> CALL = new TypeRef<>() {};

  private final McpJsonMapper jackson = new JacksonMcpJsonMapper(Json.jackson());
  private final McpJsonMapper mapper = new WireMapper(jackson);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"a\"}",
        "{\"name\":\"a\",\"arguments\":null}",
        "{\"name\":\"a\",\"arguments\":{}}",
        "{\"name\":\"a\",\"arguments\":{\"n\":1,\"l\":[1.5,\"x\",null,true],\"o\":{\"p\":{}}}}",
        "{\"name\":\"a\",\"arguments\":{\"n\":12345678901},\"_meta\":{\"progressToken\":7}}",
        "{\"name\":\"a\",\"arguments\":{},\"other\":[1]}",
        "{\"name\":5}",
        "{\"arguments\":{}}",
        "{}"
      })
  void convertValue_ofParams_isTheCallJacksonReads(String params) throws IOException {
    Map<?, ?> read = jackson.readValue(params, Map.class);
    assertThat(mapper.convertValue(read, CALL)).isEqualTo(jackson.convertValue(read, CALL));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"a\",\"arguments\":[]}",
        "{\"name\":\"a\",\"arguments\":\"x\"}",
        "{\"name\":\"a\",\"_meta\":3}",
        "{\"name\":{}}"
      })
  void convertValue_ofOtherForms_isRefused(String params) throws IOException {
    Map<?, ?> read = jackson.readValue(params, Map.class);
    assertThatIllegalArgumentException().isThrownBy(() -> mapper.convertValue(read, CALL));
  }
}

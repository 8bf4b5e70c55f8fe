package dev.parley.war.clients;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The generateContent API, as Gemini CLI uses it. */
final class GeminiWire implements ModelWire {

  @Override
  public boolean asksForStep(String path, JsonNode body) {
    return path.endsWith(":streamGenerateContent") && !body.path("tools").isEmpty();
  }

  @Override
  public List<OfferedTool> tools(JsonNode body) {
    List<OfferedTool> tools = new ArrayList<>();
    for (JsonNode group : body.path("tools")) {
      group
          .path("functionDeclarations")
          .forEach(tool -> tools.add(new OfferedTool(null, tool.path("name").asString())));
    }
    return tools;
  }

  @Override
  public Optional<String> prompt(JsonNode body) {
    JsonNode contents = body.path("contents");
    StringBuilder text = new StringBuilder();
    for (JsonNode part : contents.path(contents.size() - 1).path("parts")) {
      if (part.has("functionResponse")) {
        return Optional.empty();
      }
      text.append(part.path("text").asString("")).append('\n');
    }
    return Optional.of(text.toString());
  }

  @Override
  public void answer(HttpExchange exchange, JsonNode body, Step step, int number)
      throws IOException {
    ObjectNode part = JSON.createObjectNode();
    if (step instanceof Use use) {
      part.putObject("functionCall").put("name", use.tool().name()).set("args", use.arguments());
    } else {
      part.put("text", ((Say) step).text());
    }
    ModelWire.write(exchange, "text/event-stream", "data: " + candidate(part) + "\r\n\r\n");
  }

  private static ObjectNode candidate(ObjectNode part) {
    ObjectNode answer =
        ModelWire.json(
            "{'candidates':[{'content':{'role':'model','parts':[]},'finishReason':'STOP',"
                + "'index':0}],'usageMetadata':{'promptTokenCount':5,'candidatesTokenCount':5,"
                + "'totalTokenCount':10},'modelVersion':'stand-in'}");
    answer.withArray("/candidates/0/content/parts").add(part);
    return answer;
  }

  @Override
  public void answerOther(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    ObjectNode candidate = candidate(JSON.createObjectNode().put("text", "ok"));
    if (path.endsWith(":streamGenerateContent")) {
      ModelWire.write(exchange, "text/event-stream", "data: " + candidate + "\r\n\r\n");
    } else if (path.endsWith(":countTokens")) {
      ModelWire.writeJson(exchange, ModelWire.json("{'totalTokens':10}"));
    } else {
      ModelWire.writeJson(exchange, candidate);
    }
  }
}

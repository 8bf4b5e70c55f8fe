package dev.parley.war.clients;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The Messages API, as Claude Code uses it. */
final class AnthropicWire implements ModelWire {

  @Override
  public boolean asksForStep(String path, JsonNode body) {
    return path.endsWith("/messages") && !body.path("tools").isEmpty();
  }

  @Override
  public List<OfferedTool> tools(JsonNode body) {
    List<OfferedTool> tools = new ArrayList<>();
    body.path("tools")
        .forEach(tool -> tools.add(new OfferedTool(null, tool.path("name").asString())));
    return tools;
  }

  @Override
  public Optional<String> prompt(JsonNode body) {
    JsonNode last = ModelWire.json("{}");
    for (JsonNode message : body.path("messages")) {
      if (message.path("role").asString().equals("user")) {
        last = message;
      }
    }
    JsonNode content = last.path("content");
    if (content.isString()) {
      return Optional.of(content.asString());
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode block : content) {
      if (block.path("type").asString().equals("tool_result")) {
        return Optional.empty();
      }
      text.append(block.path("text").asString("")).append('\n');
    }
    return Optional.of(text.toString());
  }

  @Override
  public void answer(HttpExchange exchange, JsonNode body, Step step, int number)
      throws IOException {
    ObjectNode block;
    ObjectNode delta;
    if (step instanceof Use use) {
      block = ModelWire.json("{'type':'tool_use','input':{}}");
      block.put("id", "toolu_" + number).put("name", use.tool().name());
      delta = ModelWire.json("{'type':'input_json_delta'}");
      delta.put("partial_json", use.arguments().toString());
    } else {
      block = ModelWire.json("{'type':'text','text':''}");
      delta = ModelWire.json("{'type':'text_delta'}").put("text", ((Say) step).text());
    }
    List<ObjectNode> events = new ArrayList<>();
    events.add(ModelWire.json("{'type':'message_start'}"));
    ObjectNode message =
        ModelWire.json(
            "{'type':'message','role':'assistant','content':[],'stop_reason':null,"
                + "'stop_sequence':null,'usage':{'input_tokens':10,'output_tokens':1}}");
    message.put("id", "msg_" + number).put("model", body.path("model").asString("model"));
    events.get(0).set("message", message);
    events.add(ModelWire.json("{'type':'content_block_start','index':0}"));
    events.get(1).set("content_block", block);
    events.add(ModelWire.json("{'type':'content_block_delta','index':0}"));
    events.get(2).set("delta", delta);
    events.add(ModelWire.json("{'type':'content_block_stop','index':0}"));
    ObjectNode end =
        ModelWire.json(
            "{'type':'message_delta','delta':{'stop_sequence':null},'usage':{'output_tokens':5}}");
    ((ObjectNode) end.get("delta"))
        .put("stop_reason", step instanceof Use ? "tool_use" : "end_turn");
    events.add(end);
    events.add(ModelWire.json("{'type':'message_stop'}"));
    ModelWire.writeEvents(exchange, events);
  }

  @Override
  public void answerOther(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.endsWith("/messages")) {
      ModelWire.writeJson(
          exchange,
          ModelWire.json(
              "{'id':'msg_side','type':'message','role':'assistant','model':'model',"
                  + "'content':[{'type':'text','text':'ok'}],'stop_reason':'end_turn',"
                  + "'stop_sequence':null,'usage':{'input_tokens':1,'output_tokens':1}}"));
    } else if (path.endsWith("/count_tokens")) {
      ModelWire.writeJson(exchange, ModelWire.json("{'input_tokens':10}"));
    } else {
      ModelWire.writeJson(exchange, ModelWire.json("{'data':[],'has_more':false}"));
    }
  }
}

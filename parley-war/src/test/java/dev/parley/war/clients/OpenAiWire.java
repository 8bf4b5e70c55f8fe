package dev.parley.war.clients;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The Responses API, as Codex uses it. */
final class OpenAiWire implements ModelWire {

  @Override
  public boolean asksForStep(String path, JsonNode body) {
    return path.endsWith("/responses") && !body.path("tools").isEmpty();
  }

  @Override
  public List<OfferedTool> tools(JsonNode body) {
    List<OfferedTool> tools = new ArrayList<>();
    for (JsonNode tool : body.path("tools")) {
      String name = tool.path("name").asString("");
      tools.add(new OfferedTool(null, name));
      tool.path("tools")
          .forEach(inner -> tools.add(new OfferedTool(name, inner.path("name").asString(""))));
    }
    return tools;
  }

  @Override
  public Optional<String> prompt(JsonNode body) {
    String text = null;
    for (JsonNode item : body.path("input")) {
      String type = item.path("type").asString("");
      if (type.startsWith("function_call") || item.path("role").asString("").equals("assistant")) {
        text = null;
      } else if (item.path("role").asString("").equals("user")) {
        text = item.path("content").toString();
      }
    }
    return Optional.ofNullable(text);
  }

  @Override
  public void answer(HttpExchange exchange, JsonNode body, Step step, int number)
      throws IOException {
    ObjectNode item;
    if (step instanceof Use use) {
      item = ModelWire.json("{'type':'function_call'}");
      item.put("id", "fc" + number).put("call_id", "c" + number).put("name", use.tool().name());
      item.put("arguments", use.arguments().toString());
      if (use.tool().namespace() != null) {
        item.put("namespace", use.tool().namespace());
      }
    } else {
      item =
          ModelWire.json(
              "{'type':'message','role':'assistant',"
                  + "'content':[{'type':'output_text','annotations':[]}]}");
      item.put("id", "m" + number);
      ((ObjectNode) item.at("/content/0")).put("text", ((Say) step).text());
    }
    ModelWire.writeEvents(exchange, events(item, "r" + number));
  }

  private static List<ObjectNode> events(ObjectNode item, String id) {
    ObjectNode created = ModelWire.json("{'type':'response.created'}");
    created.putObject("response").put("id", id);
    ObjectNode added = ModelWire.json("{'type':'response.output_item.added','output_index':0}");
    added.set("item", item);
    ObjectNode done = ModelWire.json("{'type':'response.output_item.done','output_index':0}");
    done.set("item", item);
    ObjectNode completed = ModelWire.json("{'type':'response.completed'}");
    ObjectNode response = completed.putObject("response").put("id", id);
    response.putArray("output").add(item);
    response.set(
        "usage",
        ModelWire.json(
            "{'input_tokens':5,'output_tokens':5,'total_tokens':10,"
                + "'input_tokens_details':{'cached_tokens':0},"
                + "'output_tokens_details':{'reasoning_tokens':0}}"));
    return List.of(created, added, done, completed);
  }

  @Override
  public void answerOther(HttpExchange exchange) throws IOException {
    if (exchange.getRequestURI().getPath().endsWith("/responses")) {
      ObjectNode item =
          ModelWire.json(
              "{'type':'message','id':'side','role':'assistant','content':"
                  + "[{'type':'output_text','text':'A title','annotations':[]}]}");
      ModelWire.writeEvents(exchange, events(item, "side"));
    } else {
      ModelWire.writeJson(exchange, ModelWire.json("{'object':'list','data':[],'models':[]}"));
    }
  }
}

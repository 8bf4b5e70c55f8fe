package dev.parley.bridge;

import java.util.Map;

/** One HTTP request a stand-in server received; header names in small letters. */
record StandInRequest(String method, String path, Map<String, String> headers, String body) {

  JsonText json() {
    return JsonText.parse(body);
  }

  String rpcMethod() {
    return body.isEmpty() ? null : json().textAt("method");
  }

  String tool() {
    return body.isEmpty() ? null : json().textAt("params", "name");
  }

  String argument(String name) {
    return json().textAt("params", "arguments", name);
  }

  boolean is(String rpcMethod) {
    return rpcMethod.equals(rpcMethod());
  }

  boolean calls(String tool) {
    return tool.equals(tool());
  }

  boolean isGet() {
    return method.equals("GET");
  }

  String result(String result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + json().member("id") + ",\"result\":" + result + "}";
  }

  String toolResult(String structured) {
    return result(
        "{\"content\":[{\"type\":\"text\",\"text\":"
            + JsonText.quoted(structured)
            + "}],\"structuredContent\":"
            + structured
            + "}");
  }
}

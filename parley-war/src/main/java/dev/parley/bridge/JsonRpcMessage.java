package dev.parley.bridge;

import org.jspecify.annotations.Nullable;

/**
 * One JSON-RPC message as far as a pipe has to know it: its id as it was written, and its method.
 *
 * @param json the whole message
 * @param id the id's own text, quotation marks included; null where there is none
 * @param method null in an answer
 */
record JsonRpcMessage(JsonText json, @Nullable String id, @Nullable String method) {

  /**
   * The message in {@code json}; refuses with {@link MalformedJson} what is no JSON-RPC message.
   */
  static JsonRpcMessage of(JsonText json) {
    if (!json.isObject()) {
      throw new MalformedJson("A message is one JSON object; batches are not supported.");
    }
    JsonText id = json.member("id");
    String method = json.textAt("method");
    boolean named = id != null && (id.isString() || id.isNumber());
    if (method == null && json.member("result") == null && json.member("error") == null) {
      throw new MalformedJson("A message has a method, a result or an error.");
    }
    if (method != null && id != null && !named) {
      throw new MalformedJson("The id of a request is a string or a number.");
    }
    return new JsonRpcMessage(json, named && id != null ? id.raw() : null, method);
  }

  /**
   * The text of the id in {@code json}, for the refusal of what is no message; null without one.
   */
  static @Nullable String idOf(JsonText json) {
    JsonText id = json.isObject() ? json.member("id") : null;
    return id != null && (id.isString() || id.isNumber()) ? id.raw() : null;
  }

  boolean isRequest() {
    return method != null && id != null;
  }

  boolean isAnswer() {
    return method == null;
  }

  boolean isCallOf(String tool) {
    return "tools/call".equals(method) && tool.equals(json.textAt("params", "name"));
  }

  byte[] line() {
    return json.oneLine();
  }
}

package dev.parley.bridge;

import java.util.LinkedHashMap;
import java.util.Map;

/** The refusals that the bridge itself gives, for the page that lists all of them. */
public final class BridgeRefusals {
  private BridgeRefusals() {}

  /** Returns the code and the remedy of each, by the name of its constant. */
  public static Map<String, Map.Entry<String, String>> all() {
    Map<String, Map.Entry<String, String>> all = new LinkedHashMap<>();
    for (ServerCallException.Kind kind : ServerCallException.Kind.values()) {
      all.put(kind.name(), Map.entry(kind.code(), kind.remedy()));
    }
    return all;
  }
}

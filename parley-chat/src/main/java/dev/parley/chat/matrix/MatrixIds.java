package dev.parley.chat.matrix;

import dev.parley.chat.http.ChatHttp;

/** The ids of users, rooms and aliases. */
final class MatrixIds {
  private static final String CLIENT = "/_matrix/client/v3";

  private MatrixIds() {}

  /** The server of an id, {@code example.org} of {@code @zoe:example.org}; empty for none. */
  static String server(String id) {
    int colon = id.indexOf(':');
    return colon < 0 ? "" : id.substring(colon + 1);
  }

  /** The local part of an id, {@code zoe} of {@code @zoe:example.org}. */
  static String localPart(String id) {
    int colon = id.indexOf(':');
    return id.substring(id.isEmpty() ? 0 : 1, colon < 1 ? id.length() : colon);
  }

  /**
   * The readable form of a user's id, {@code zoe-example.org}. A local part with a hyphen keeps the
   * colon, so that no two users have one form.
   */
  static String readable(String user) {
    String local = localPart(user);
    return local + (local.contains("-") ? ":" : "-") + server(user);
  }

  /** The path of a call, whose parts are encoded. */
  static String path(String... parts) {
    return path(CLIENT, parts);
  }

  /** The path of a call below another version of the API. */
  static String pathBelow(String version, String... parts) {
    return path("/_matrix/client/" + version, parts);
  }

  private static String path(String root, String[] parts) {
    StringBuilder path = new StringBuilder(root);
    for (String part : parts) {
      path.append('/').append(ChatHttp.encode(part));
    }
    return path.toString();
  }
}

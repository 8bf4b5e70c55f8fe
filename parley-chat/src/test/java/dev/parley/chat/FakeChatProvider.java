package dev.parley.chat;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Finds systems of {@link FakeChat} by addresses as {@code fake://NAME}. */
public final class FakeChatProvider extends ChatBackendProvider {
  private static final Map<String, FakeChat> SYSTEMS = new ConcurrentHashMap<>();

  /** The provider of all systems. */
  public FakeChatProvider() {
    super("fake");
  }

  /** Makes a system reachable by a name. */
  static void add(String name, FakeChat system) {
    SYSTEMS.put(name, system);
  }

  @Override
  protected ChatSystem system(URI address, ChatSecrets secrets) {
    return SYSTEMS.get(address.getHost()).system();
  }
}

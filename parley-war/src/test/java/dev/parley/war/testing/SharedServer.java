package dev.parley.war.testing;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test one server for all classes of this JVM that ask for it, without a rate limit. Each
 * test has rooms of its own, so they do not meet.
 */
public final class SharedServer implements ParameterResolver {
  private static @Nullable RunningServer server;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RunningServer.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return server();
  }

  /**
   * Returns the server, started when it is first asked for. It outlives the root context of JUnit,
   * which Failsafe opens for each class anew, and ends with this JVM.
   */
  private static synchronized RunningServer server() {
    RunningServer known = server;
    if (known == null) {
      known = RunningServer.start("--rate-limit", "off");
      Runtime.getRuntime().addShutdownHook(new Thread(known::close, "end-of-shared-server"));
      server = known;
    }
    return known;
  }
}

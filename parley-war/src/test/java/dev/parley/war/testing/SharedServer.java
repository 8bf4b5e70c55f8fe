package dev.parley.war.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test one server for all classes that ask for it, without a rate limit. Each test has
 * rooms of its own, so they do not meet.
 */
public final class SharedServer implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RunningServer.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(SharedServer.class))
        .computeIfAbsent(
            "server", key -> RunningServer.start("--rate-limit", "off"), RunningServer.class);
  }
}

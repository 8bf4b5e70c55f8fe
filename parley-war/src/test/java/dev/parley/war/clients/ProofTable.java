package dev.parley.war.clients;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The table of clients and rungs. It is printed when all tests have ended. */
public final class ProofTable implements ParameterResolver {

  /** The findings of the tests. */
  static final class Cells implements AutoCloseable {
    private final Map<String, Map<Rung, String>> clients = new TreeMap<>();

    /** Notes that a message was shown, and prints the part of the request that holds it. */
    void proven(String client, Rung rung, String figure, String part) {
      note(client, rung, "proven" + (figure.isEmpty() ? "" : ", " + figure));
      System.out.println("clients: " + client + ", " + rung.title() + ": " + part);
    }

    /** Notes a rung that a client does not have, or that cannot be proven, and why. */
    void missing(String client, Rung rung, String why) {
      note(client, rung, "no: " + why);
    }

    private synchronized void note(String client, Rung rung, String text) {
      clients.computeIfAbsent(client, name -> new EnumMap<>(Rung.class)).put(rung, text);
    }

    /** Returns the interfaces that the tests and their clients had. */
    private static String network() {
      try {
        return NetworkInterface.networkInterfaces()
            .map(NetworkInterface::getName)
            .collect(Collectors.joining(", "));
      } catch (SocketException e) {
        return e.toString();
      }
    }

    @Override
    public synchronized void close() {
      System.out.println("clients: client x rung, network: " + network());
      clients.forEach(
          (client, cells) ->
              List.of(Rung.values())
                  .forEach(
                      rung ->
                          System.out.printf(
                              "  %-22s %-40s %s%n",
                              client, rung.title(), cells.getOrDefault(rung, "not run"))));
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Cells.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(ProofTable.class))
        .computeIfAbsent("cells", key -> new Cells(), Cells.class);
  }
}

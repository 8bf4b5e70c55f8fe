package dev.parley.engine;

import dev.parley.engine.logging.Masking;
import dev.parley.problem.InvalidArgument;
import dev.parley.spi.BackendProvider;
import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The backends that an address can name. Providers beside Parley itself come first, then those of
 * the thread's class loader: in an application server, that one need not see Parley.
 */
final class BackendProviders {
  private static final System.Logger LOG = System.getLogger(BackendProviders.class.getName());

  /** A loader that cannot be read fails at each try. */
  private static final int MAX_TRIES = 100;

  private BackendProviders() {}

  /**
   * The provider for the scheme of {@code address}.
   *
   * @param field the setting that has the address
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where none has it
   */
  static BackendProvider of(String field, URI address) {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    List<BackendProvider> found = found();
    return found.stream()
        .filter(provider -> provider.schemes().contains(scheme))
        .findFirst()
        .orElseThrow(
            () ->
                InvalidArgument.refusal(
                    field,
                    "it must begin with "
                        + listed(found)
                        + ", not "
                        + Masking.masked(address.toString())));
  }

  /** The schemes as "a://, b:// or c://". */
  private static String listed(List<BackendProvider> found) {
    List<String> schemes =
        found.stream()
            .flatMap(provider -> provider.schemes().stream())
            .distinct()
            .map(scheme -> scheme + "://")
            .toList();
    int last = schemes.size() - 1;
    return last < 1
        ? String.join("", schemes)
        : String.join(", ", schemes.subList(0, last)) + " or " + schemes.get(last);
  }

  private static List<BackendProvider> found() {
    Set<ClassLoader> loaders = new LinkedHashSet<>();
    Stream.of(
            BackendProviders.class.getClassLoader(), Thread.currentThread().getContextClassLoader())
        .filter(Objects::nonNull)
        .forEach(loaders::add);
    List<BackendProvider> found = new ArrayList<>();
    for (ClassLoader loader : loaders) {
      Iterator<BackendProvider> each = ServiceLoader.load(BackendProvider.class, loader).iterator();
      for (int tries = 0; tries < MAX_TRIES && addNext(each, found); ) {
        tries++;
      }
    }
    return found;
  }

  /** Adds the next provider; one that cannot be loaded is passed over. */
  private static boolean addNext(Iterator<BackendProvider> each, List<BackendProvider> found) {
    try {
      if (!each.hasNext()) {
        return false;
      }
      BackendProvider next = each.next();
      if (found.stream().noneMatch(known -> known.getClass() == next.getClass())) {
        found.add(next);
      }
    } catch (ServiceConfigurationError unusable) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A backend provider cannot be loaded.",
          Masking.trace(unusable));
    }
    return true;
  }
}
